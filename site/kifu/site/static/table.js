// The table as it is drawn: zones, cards, counters, and the cards that are new.

const table = at("#table");
const zoneElements = data.zones.map(([name]) => at(`[data-zone="${name}"]`, table));

/** A shape with its outline in it: a `use` costs a browser several times as much, for each card. */
function shape(name, look) {
  const symbol = at(`#pip-${name}`);
  const outline = symbol.cloneNode(true).childNodes;
  return make("svg", { viewBox: symbol.getAttribute("viewBox") }, look, [...outline]);
}

const masters = new Map();
const lookOf = (token) => `${token} ${now.language}`;

/** A card: a copy of the first one that was drawn like it. */
function card(token) {
  const drawn = lookOf(token);
  if (!masters.has(drawn)) masters.set(drawn, drawCard(token));
  return Object.assign(masters.get(drawn).cloneNode(true), { drawn });
}

function drawCard(token) {
  const face = faces.get(token);
  const [text, pips, pip, colour, , , mark, back] = face ?? ["", 0, "", 0, "", "", "", 1];
  return make(
    "span", {
      class: `card c${colour}${back ? " back" : ""}`, "data-card": face ? token : UNKNOWN, role: "img",
      "aria-label": face ? word(face.slice(4)) : t("face_down"),
    },
    pip && shape(pip),
    !back && [
      make(text.length > 2 ? "b.long" : "b", text),
      pips && make("i", Array.from({ length: pips }, () => shape(pip))),
      mark && make("u", shape(mark)),
    ],
  );
}

function fill(place, cards, sizes = "") {
  const element = zoneElements[place];
  const tokens = cards.join(" ");
  const drawn = [tokens, sizes, now.language].join();
  if (element.drawn === drawn) return;
  element.drawn = drawn;
  element.dataset.cards = tokens;
  const kind = data.zones[place][1];
  const box = at(".cards", element);
  if (kind === "pile") put(box, heaps(cards));
  else if (kind === "melds") put(box, melds(cards, String(sizes)));
  else lay(box, cards);
  if (kind === "pile") at(".count", element).textContent = cards.length;
}

/** Cards side by side. Those that lie there already stay: what is drawn anew is laid out anew. */
function lay(box, cards) {
  const rest = [...box.children];
  const wanted = cards.map((token) => {
    const place = rest.findIndex(({ drawn }) => drawn === lookOf(token));
    return place < 0 ? card(token) : rest.splice(place, 1)[0];
  });
  for (const old of rest) old.remove();
  wanted.forEach((element, place) => {
    if (box.children[place] !== element) box.insertBefore(element, box.children[place]);
  });
}

/** Of a pile its top card; where cards lie face up in it, also those and how many lie between. */
function heaps(cards) {
  const up = (token) => faces.has(token) && !faces.get(token)[7];
  const starts = [...cards.keys()].filter((start) => !start || up(cards[start]) !== up(cards[start - 1]));
  return starts.map((start, place) => {
    const size = (starts[place + 1] ?? cards.length) - start;
    return [card(cards[start]), starts[1] && size > 1 && make("small", `×${size}`)];
  });
}

/** Groups with their numbers; `sizes` says how many cards each has. */
function melds(cards, sizes) {
  let start = 0;
  return sizes.split(" ").filter(Boolean).map((size, place) => {
    const group = cards.slice(start, (start += Number(size)));
    return make("span.meld", make("small", place + 1), group.map(card));
  });
}

/** What a fact says where there is nothing to be said. */
const NOTHING = /^[-–]?$/;

/** What a value of a fact is called, where it is short for something. */
const valueWords = (fact, value) => word(data.values[fact.split("/")[0]]?.[value] ?? [value]);

function drawTable(shown) {
  const { facts } = shown;
  shown.zones.forEach((cards, place) => fill(place, cards, facts[data.zones[place][0]]));
  for (const element of all("[data-fact]", table)) {
    const { fact } = element.dataset;
    const said = valueWords(fact, String(facts[fact] ?? ""));
    if (element.drawn === said) continue;
    element.drawn = said;
    put(element, sentence(said));
    element.parentElement.hidden = NOTHING.test(element.textContent);
  }
  table.dataset.facts = JSON.stringify(facts);
  const phase = data.phases[facts.phase];
  at("#phase").textContent = phase ? word(phase) : "";
  const [acting, turn] = [facts.to_move, shown.turn].map((seats) => String(seats ?? "").split(" "));
  for (const element of all(".seat", table)) {
    const { seat } = element.dataset;
    const acts = acting.includes(seat);
    const due = acts && turn.includes(seat);
    flag(element, {
      acts: due, may: acts && !due, alone: due && !turn[1], mine: Number(seat) === now.viewer,
    });
    at(".state", element).textContent = acts ? t(due ? "to_move" : "may_act") : "";
  }
}

/** Gives an element the classes that are true, and takes the others away. */
function flag(element, classes) {
  for (const name in classes) element.classList.toggle(name, classes[name]);
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
