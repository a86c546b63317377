// The table as it is drawn: zones, cards, counters, and the cards that are new.

const table = at("#table");
const zones = all("[data-zone]", table);
const zoneByName = new Map(zones.map((element) => [element.dataset.zone, element]));
const zoneElements = data.zones.map(([name]) => zoneByName.get(name));

function card(token) {
  const face = data.faces[token];
  if (!face) {
    return make("span", {
      class: "card back", "data-card": UNKNOWN, role: "img", "aria-label": t("face_down"),
    });
  }
  const [text, pips, pip, colour, ...names] = face;
  const element = make(
    "span",
    { class: `card c${colour}`, "data-card": token, role: "img", "aria-label": word(names) },
    make("b", text.length > 2 ? { class: "long" } : {}, text),
  );
  if (pips) {
    const shape = document.getElementById(`pip-${pip}`) ? `#pip-${pip}` : "#pip-dot";
    const row = Array.from({ length: pips }, () => draw("svg", {}, draw("use", { href: shape })));
    const ghost = draw("svg", {}, draw("use", { href: shape }));
    element.prepend(ghost);
    element.append(make("i", {}, ...row));
  }
  return element;
}

function fill(place, cards) {
  const element = zoneElements[place];
  const tokens = cards.join(" ");
  const drawn = `${tokens}|${now.language}`;
  if (element.drawn === drawn) return;
  element.drawn = drawn;
  element.dataset.cards = tokens;
  const pile = data.zones[place][1] === "pile";
  at(".cards", element).replaceChildren(...(pile ? cards.slice(-1) : cards).map(card));
  if (pile) at(".count", element).textContent = cards.length;
}

function drawTable(shown) {
  shown.zones.forEach((cards, place) => fill(place, cards));
  for (const element of all("[data-fact]", table)) {
    element.textContent = shown.facts[element.dataset.fact] ?? "";
  }
  table.dataset.facts = JSON.stringify(shown.facts);
  const phase = data.phases[shown.facts.phase];
  at("#phase").textContent = phase ? word(phase) : "";
  const acting = String(shown.facts.to_move ?? "").split(" ");
  for (const element of all(".seat", table)) {
    const seat = element.dataset.seat;
    element.classList.toggle("acts", acting.includes(seat));
    element.classList.toggle("alone", acting.length === 1 && acting[0] === seat);
    element.classList.toggle("mine", Number(seat) === now.viewer);
    at(".state", element).textContent = acting.includes(seat) ? ` (${t("to_move")})` : "";
  }
}

/** The card that a motion took to a zone, as it is drawn now, if it is. */
function landed([card_, , dst = 0, at_ = 0, , seen = 0]) {
  if (dst === OUTSIDE) return null;
  const element = zoneElements[dst];
  const cards = all(".card", element);
  const token = sees(seen, now.viewer) ? card_ : UNKNOWN;
  if (at_ > 0 && cards[at_ - 1]?.dataset.card === token) return cards[at_ - 1];
  return cards.findLast((other) => other.dataset.card === token);
}

const owner = (place) => (place === OUTSIDE ? 0 : data.zones[place][2]);

/** Marks the cards that the last ply brought, and whose they were. */
function freshen(steps) {
  for (const element of all(".fresh", table)) {
    element.classList.remove("fresh");
    delete element.dataset.by;
  }
  for (const [, motions = [], , seat = 0] of steps) {
    for (const motion of motions) {
      const [token, src = 0, dst = 0, , , , to = 0] = motion;
      const visible = token !== EVERY && dst !== OUTSIDE && sees(to, now.viewer);
      if (!visible || !["row", "choice"].includes(data.zones[dst][1])) continue;
      const element = landed(motion);
      if (!element) continue;
      element.classList.add("fresh");
      const by = owner(src) || seat;
      if (by && !owner(dst)) element.dataset.by = by;
    }
  }
}
