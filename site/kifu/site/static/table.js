// The table as it is drawn: zones, cards, counters, and the cards that are new.

const table = at("#table");
const zoneElements = data.zones.map(([name]) => at(`[data-zone="${name}"]`, table));

const shape = (name, look = {}) => draw("svg", look, draw("use", { href: `#pip-${name}` }));

function card(token) {
  const face = faces.get(token);
  const [text, pips, pip, colour, , , badge, back] = face ?? ["", 0, "", 0, "", "", "", 1];
  const element = make("span", {
    class: `card c${colour}${back ? " back" : ""}`, "data-card": face ? token : UNKNOWN, role: "img",
    "aria-label": face ? word(face.slice(4)) : t("face_down"),
  });
  if (pip) element.append(shape(pip));
  if (back) return element;
  element.append(make("b", text.length > 2 ? { class: "long" } : {}, text));
  if (pips) element.append(make("i", {}, ...Array.from({ length: pips }, () => shape(pip))));
  if (badge) element.append(make("u", {}, shape(badge)));
  return element;
}

function fill(place, cards, sizes = "") {
  const element = zoneElements[place];
  const tokens = cards.join(" ");
  const drawn = [tokens, sizes, now.language].join();
  if (element.drawn === drawn) return;
  element.drawn = drawn;
  element.dataset.cards = tokens;
  const kind = data.zones[place][1];
  const arranged = { pile: heaps, melds }[kind] ?? ((all_) => all_.map(card));
  at(".cards", element).replaceChildren(...arranged(cards, String(sizes)));
  if (kind === "pile") at(".count", element).textContent = cards.length;
}

/** Of a pile its top card; where cards lie face up in it, also those and how many lie between. */
function heaps(cards) {
  const up = (token) => faces.has(token) && !faces.get(token)[7];
  const starts = cards.flatMap((token, at_) =>
    (at_ && up(token) === up(cards[at_ - 1]) ? [] : [at_]));
  return starts.flatMap((start, place) => {
    const size = (starts[place + 1] ?? cards.length) - start;
    const count = starts.length > 1 && size > 1 ? [make("small", {}, `×${size}`)] : [];
    return [card(cards[start]), ...count];
  });
}

/** Groups with their numbers; `sizes` says how many cards each has. */
function melds(cards, sizes) {
  let start = 0;
  return sizes.split(" ").filter(Boolean).map((size, place) => {
    const group = cards.slice(start, (start += Number(size)));
    return make("span", { class: "meld" }, make("small", {}, place + 1), ...group.map(card));
  });
}

/** What a fact says where there is nothing to be said. */
const NOTHING = /^[-–]?$/;

/** What a value of a fact is called, where it is short for something. */
const valueWords = (fact, value) => word(data.values[fact.split("/")[0]]?.[value] ?? [value]);

function drawTable(shown) {
  shown.zones.forEach((cards, place) => fill(place, cards, shown.facts[data.zones[place][0]]));
  for (const element of all("[data-fact]", table)) {
    const { fact } = element.dataset;
    element.replaceChildren(...sentence(valueWords(fact, String(shown.facts[fact] ?? ""))));
    element.parentElement.hidden = NOTHING.test(element.textContent);
  }
  table.dataset.facts = JSON.stringify(shown.facts);
  const phase = data.phases[shown.facts.phase];
  at("#phase").textContent = phase ? word(phase) : "";
  const [acting, turn] = [shown.facts.to_move, shown.turn].map((seats) => String(seats ?? "").split(" "));
  for (const element of all(".seat", table)) {
    const { seat } = element.dataset;
    const acts = acting.includes(seat);
    const due = acts && turn.includes(seat);
    const classes = {
      acts: due, may: acts && !due, alone: due && !turn[1], mine: Number(seat) === now.viewer,
    };
    for (const name in classes) element.classList.toggle(name, classes[name]);
    at(".state", element).textContent = acts ? t(due ? "to_move" : "may_act") : "";
  }
}

/** The card that a motion took to a zone, as it is drawn now, if it is. */
function landed(motion) {
  const cards = all(".card", zoneElements[motion.dst]);
  const here = (element) => element?.dataset.card === arriving(motion, now.viewer);
  const element = cards[motion.index - 1];
  return here(element) ? element : cards.findLast(here);
}

const owner = (place) => (place === OUTSIDE ? 0 : data.zones[place][2]);

/** Whether a motion brings a card to a zone, for the viewer. */
const arrives = ({ token, dst, to }) => token !== EVERY && dst !== OUTSIDE && sees(to, now.viewer);

/** Marks the cards that the last ply brought, and whose they were. */
function freshen(steps) {
  for (const element of all(".fresh", table)) {
    element.classList.remove("fresh");
    delete element.dataset.by;
  }
  for (const { motions, seat } of steps) {
    for (const motion of motions.filter(arrives)) {
      const kind = data.zones[motion.dst][1];
      const drawn = sees(motion.seen, now.viewer) && motions.length < 4;
      const element = kind !== "pile" && (kind !== "hand" || drawn) && landed(motion);
      if (!element) continue;
      element.classList.add("fresh");
      const by = owner(motion.src) || seat;
      if (by && !owner(motion.dst)) element.dataset.by = by;
    }
  }
}
