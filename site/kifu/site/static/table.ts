// The table as it is drawn: its frame, which is made of the data, then zones, cards, counters, and the cards that are new.

import { data, EVERY, faces, isRound, main, OUTSIDE, UNKNOWN } from "./lines.ts";
import { all, at, make, put, seatName, sentence, shape, t, word } from "./words.ts";
import { arriving, lives, NOTHING, owner, sees } from "./fold.ts";
import { endsHere, now } from "./now.ts";

/** This many common rows are a board, which is beside the seats instead of above them. */
const BOARD = 3;
/** The facts that say what is large beside the name. */
const SCORES = ["points", "score"];
/** The fact that says what a card of a trick comes to with those laid on it; it is above these. */
const TOTAL = "total";
/** The fact that a pile says itself, where a card lies face up in it. */
const ABOVE = "above";
/** With more seats than this each of them has less room. */
const MANY = 4;

/** The name of a seat where its cards lie, and that it wins the trick. */
const whose = (seat: number) => make("p.whose", { "aria-hidden": "true" }, make("span.badge", seat), seatName(seat), make("small", { "data-t": "wins_trick" }));

const board = data.zones.filter(([, kind, seat]) => kind === "row" && !seat).length >= BOARD ? " board" : "";

/** A zone without its cards. */
const zoneFrame = ([name, kind]: PageData["zones"][number], place: number) => make(
  "div", { class: `zone ${kind}${isPlayed(place) ? " played" : ""}`, "data-zone": name, role: "group", "aria-labelledby": `title/${name}` },
  make("span.title", { id: `title/${name}`, "data-words": `zones/${place}/3` }), make("span.cards"),
  board && isRow(place) && make("b.sum"),
  kind === "pile" && make("b.count"),
  isPlayed(place) && kind === "choice" && whose(data.zones[place][2]),
  isLaidOn(place) && data.seatFacts[TOTAL] && make(
    "span.total", make("span.sr", { "data-words": `seatFacts/${TOTAL}` }), make("b", { "data-fact": `${TOTAL}/${data.zones[place][2]}` }), make("small"),
  ),
);
const isKind = (wanted: string) => (place: number) => data.zones[place]?.[1] === wanted;
const [isPile, isChoice, isRow] = ["pile", "choice", "row"].map(isKind);
/** Whether a zone is a row directly after a choice of the same seat, which is laid on that card. */
const isLaidOn = (place: number) => isRow(place) && isChoice(place - 1) && data.zones[place][2] === data.zones[place - 1][2];
/** Whether a zone is in front of its seat, towards the middle: a choice, and what is laid on it. */
export const isFront = (place: number) => isChoice(place) || isLaidOn(place);
/** Whether a zone is a part of a trick: what is laid on a card, and that card. */
export const isPlayed = (place: number) => data.zones[place][2] > 0 && (isLaidOn(place) || isLaidOn(place + 1));

const zones = data.zones.map(zoneFrame);
/** The zones of a seat, or of the middle (0), that are as asked. */
const zonesOf = (seat: number, asked: (place: number) => unknown = () => true) => zones.filter((_, place) => data.zones[place][2] === seat && asked(place));
/** The score of a seat; what the game calls it is not seen. */
const scoreFrame = () => make(
  "span.score", make("b.value"), SCORES.filter((fact) => data.seatFacts[fact]).map((fact) => make("small.sr", { "data-words": `seatFacts/${fact}` })),
);
function seatFrame(name: string, nth: number) {
  const seat = nth + 1;
  const own = Object.keys(data.seatFacts).filter((fact) => !SCORES.includes(fact) && (fact !== TOTAL || !zonesOf(seat, isLaidOn).length));
  const facts = own.map((fact) =>
    make("div", make("dt", { "data-words": `seatFacts/${fact}` }), make("dd", { "data-fact": `${fact}/${seat}` })));
  return make(
    "section", { class: data.winners.includes(seat) ? "seat won" : "seat", "data-seat": seat },
    make(
      "div.head",
      make(
        "h2", make("span.who", make("span.badge", { "aria-hidden": "true" }, seat), make("bdi", { title: name }, name)),
        scoreFrame(), make("b.change"),
      ),
      make(
        "div.counts", whose(seat),
        make("dl", facts), zonesOf(seat, isPile),
      ),
    ),
    make("div.lanes", zonesOf(seat, (place) => !isPile(place) && !isFront(place))),
    make("div.front", zonesOf(seat, isFront)),
  );
}

const many = data.seats.length > MANY ? " many" : "";
put(
  at("#table"),
  make(
    `div.felt${many}${board}`, { "data-kind": "ring" },
    make("div.commons", zonesOf(0, (place) => !board || !isPile(place))), make("div.unfold", { hidden: "" }), make("div.seats", data.seats.map(seatFrame)),
  ),
);
at(".name").append(make(
  "p.status",
  Object.keys(data.facts).filter((fact) => fact !== ABOVE).map((fact) =>
    make("span", make("span", { "data-words": `facts/${fact}` }), " ", make("b", { "data-fact": fact }))),
  board && zonesOf(0, isPile), make("span.phase", { id: "phase" }),
));

export const table = at("#table");
export const felt = at(".felt", table);
export const seatElements = all(".seat", felt);
export const factElements = all(".felt [data-fact], .status [data-fact]");
export const zoneElements = data.zones.map(([name]) => at(`[data-zone="${name}"]`));

/** Each card as it was made first: to copy one costs a browser less. */
const made: Record<string, Part> = {};

/** A card, or the back of one that is unknown. */
export const card = (token: string) => (made[`${token} ${now.language}`] ??= makeCard(token)).cloneNode(true) as Part;

function makeCard(token: string) {
  const face = faces.get(token);
  const [text, pips, pip, colour, en, ja, mark, back] = face ?? ["", 0, "", 0, "", "", "", 1];
  return make(
    "span", {
      class: `card c${colour}${back ? " back" : ""}`, "data-card": face ? token : UNKNOWN, role: "img",
      "aria-label": face ? word([en, ja]) : t("face_down"), "data-pips": pips > 1 ? "•".repeat(pips) : null,
    },
    back && pip && shape(pip),
    !back && [
      make(text.length > 2 ? "b.long" : "b", text),
      pips && make(pips === 5 || pips === 6 ? "i.three" : "i", Array.from({ length: pips }, () => shape(pip))),
      mark && make("u", shape(mark)),
    ],
  );
}

/** Draws what lies in a zone and what has just left it; `sizes` are those of its groups. */
function fill(place: number, entries: Entry[], sizes: Fact = "") {
  const element = zoneElements[place];
  const cards = entries.filter(lives).map(({ token }) => token);
  const tokens = cards.join(" ");
  const gone = entries.map((entry) => (lives(entry) ? "" : entry.token)).join(" ");
  const drawn = [tokens, gone, sizes, now.language].join();
  spread(element, entries.length);
  if (element.drawn === drawn) return;
  const box = at(".cards", element);
  // Cards are named in the reader's language.
  if (!element.drawn?.endsWith(now.language)) put(box);
  element.drawn = drawn;
  element.dataset.cards = tokens;
  const kind = data.zones[place][1];
  // Of a seat's pile only the number is seen.
  if (kind === "pile") put(box, !owner(place) && heaps(cards));
  else if (kind === "melds") {
    put(box, melds(cards, String(sizes)), group(entries.filter((entry) => !lives(entry))));
  } else arrange(box, entries);
  flag(element, { swept: gone.trim(), empty: !tokens });
  const laid = entries.length === 1 && entries[0].from;
  if (laid && isLaidOn(place)) Object.assign(element.dataset, { by: laid, from: t("laid_from", { name: data.seats[laid - 1] }) });
  else for (const name of ["by", "from"]) delete element.dataset[name];
  const sum = at(".sum", element);
  if (sum && data.takes) weigh(element, sum, gone.trim() || tokens);
  if (kind === "pile") {
    at(".count", element).textContent = String(cards.length);
    const open = cards.some(isUp);
    element.toggleAttribute("data-open", open);
    Object.assign(element, open ? { tabIndex: 0, role: "button" } : { tabIndex: -1, role: "group" });
  }
}

/** Puts cards into a box. Those that lie there stay, but for what the reader has picked: to draw a card costs a browser time. */
function arrange(box: Part, entries: Entry[]) {
  const lying = all("[data-card]:not(.picked)", box);
  const cards: Element[] = entries.map((entry) => {
    if (!lives(entry)) return ghost(entry);
    const nth = lying.findIndex(({ dataset }) => dataset.card === entry.token);
    return nth < 0 ? card(entry.token) : lying.splice(nth, 1)[0];
  });
  for (const old of [...box.children]) if (!cards.includes(old)) old.remove();
  cards.forEach((one, nth) => one === box.children[nth] || box.insertBefore(one, box.children[nth]));
}

/** Says what the cards of a row come to, by their pips, and what the next card takes, in games where one does. */
function weigh({ dataset }: HTMLElement, sum: HTMLElement, tokens: string) {
  const lying = tokens.split(" ").map((token) => faces.get(token) as Face).filter(Boolean);
  const n = lying.reduce((total, [, pips]) => total + pips, 0);
  put(sum, n, n && shape(lying[0][2]));
  dataset.takes = lying.length + 1 === data.takes && dataset.cards === tokens ? t("sixth_takes", { n }) : "";
}

/** So far apart are the cards of a fan that has room for all of them, in pixels. */
const FREE = 3;

/** Brings cards as close together as their line needs where so many lie there, and leaves a fan as open as it can be. */
function spread({ fan, style }: Part, count: number) {
  if (!fan) return;
  const { unit, gap, columns } = fan;
  const even = gap + ((columns - count) * (unit + gap)) / Math.max(1, count - 1);
  const step = Math.floor(gap < 0 ? Math.max(gap, Math.min(FREE, even)) : Math.min(gap, even));
  // To set a style costs a browser time, also to what it is.
  if (step === fan.step) return;
  fan.step = step;
  style.setProperty("--s", `${step}px`);
}

/** Cards that have left a zone of groups. */
const group = (entries: Entry[]) => entries.length > 0 && make("span.meld gone", entries.map(ghost));

/** A card that has just left: it is no part of the table any more. */
function ghost({ token }: Entry) {
  const element = card(token);
  element.classList.add("ghost");
  element.ariaLabel = element.title = t("just_left", { card: element.ariaLabel });
  element.dataset.left = element.dataset.card;
  delete element.dataset.card;
  return element;
}

/** Whether a card shows its face. */
const isUp = (token: string) => faces.get(token)?.[7] === 0;

/** Of a pile its top card; where cards lie face up in it, also those and how many lie between. */
function heaps(cards: string[]) {
  const starts = [...cards.keys()].filter((start) => !start || isUp(cards[start]) !== isUp(cards[start - 1]));
  return starts.map((start, place) => {
    const size = (starts[place + 1] ?? cards.length) - start;
    return [card(cards[start]), starts[1] && size > 1 && make("small", size)];
  });
}

/** Groups with their numbers; `sizes` says how many cards each has. */
function melds(cards: string[], sizes: string) {
  let start = 0;
  return sizes.split(" ").filter(Boolean).map((size, place) => {
    const group = cards.slice(start, (start += Number(size)));
    return make("span.meld", make("small", place + 1), group.map(card));
  });
}

/** A copy without the names that only one element may have. */
export function copyOf(element: HTMLElement) {
  const copy = element.cloneNode(true) as Part;
  for (const named of [copy, ...all("[id]", copy)]) named.removeAttribute("id");
  return copy;
}

/** How two cards come to a total, where their numbers do; more have their second line there. */
function sumOf(cards: Entry[], total: string) {
  const [below, laid] = cards.map(({ token }) => Number(faces.get(token)?.[0]));
  const ways = [`+ ${laid}`, `− ${laid}`, "× 2", "× 3"];
  const way = ways[[below + laid, below - laid, below * 2, below * 3].indexOf(Number(total))];
  return cards.length === 2 && way && `= ${below} ${way}`;
}

const counted = main.moments.flatMap(({ marks }) => marks).filter((mark) => !isRound(mark));
/** How many turns the match has, once it is over, where they are counted on from round to round. */
const turns = data.winners[0] && parseInt(String(counted.at(-1))) === counted.length ? counted.length : NaN;

/** What a value of a fact is called, where it is short for something. */
export const valueWords = (fact: string, value: string) => word(data.values[fact.split("/")[0]]?.[value] ?? [value]);

export function drawTable(shown: Table) {
  const { facts } = shown;
  shown.zones.forEach((cards, place) => fill(place, cards, facts[data.zones[place][0]]));
  showInstead();
  for (const element of factElements) {
    const { fact } = element.dataset;
    const of = fact === "turn" && !endsHere() && Number(facts.turn) <= turns ? ` / ${turns}` : "";
    const said = valueWords(fact, String(facts[fact] ?? "")) + of;
    if (element.drawn === said) continue;
    element.drawn = said;
    put(element, sentence(said));
    const place = zoneElements.indexOf(element.closest(".zone"));
    if (isLaidOn(place)) put(at("small", element.parentElement), sumOf([...shown.zones[place - 1], ...shown.zones[place]], said));
    element.parentElement.hidden = NOTHING.test(element.textContent);
  }
  table.dataset.facts = JSON.stringify(facts);
  const phase = data.phases[facts.phase];
  at("#phase").textContent = phase ? word(phase) : "";
  const [acting, turn] = [facts.to_move, shown.turn].map((seats) => String(seats ?? "").split(" "));
  for (const element of seatElements) {
    const { seat } = element.dataset;
    const acts = acting.includes(seat);
    const due = acts && turn.includes(seat);
    flag(element, { acts: due, may: acts && !due });
    const state = acts ? t(due ? "to_move" : "may_act") : "";
    at(".who", element).title = state;
    element.ariaLabel = [data.seats[Number(seat) - 1], state].filter(Boolean).join(", ");
  }
}

/** Zones that have the place of others while those are empty. */
export const instead = new Map<number, number[]>();

function showInstead() {
  for (const [place, others] of instead) {
    const empty = (zone: number) => zoneElements[zone].dataset.cards === "";
    flag(zoneElements[place], { out: empty(place) });
    for (const other of others) flag(zoneElements[other], { out: empty(other) && !empty(place) });
  }
}

/** Gives an element the classes that are true, and takes the others away. */
export function flag(element: Element, classes: Looks) {
  for (const name in classes) element.classList.toggle(name, Boolean(classes[name]));
}

/** The card that a motion took to a zone, as it is drawn now, if it is. */
export function landed(motion: Motion) {
  const cards = all("[data-card]", zoneElements[motion.dst]);
  const here = (element: HTMLElement | undefined) => element?.dataset.card === arriving(motion, now.viewer);
  const element = cards[motion.index - 1];
  return here(element) ? element : cards.findLast(here);
}

/** Whether a motion brings a card to a zone, for the viewer. */
const arrives = ({ token, dst, to }: Motion) => token !== EVERY && dst !== OUTSIDE && sees(to, now.viewer);

/** Marks the cards that the last ply brought, and whose they were. */
export function freshen(steps: Step[]) {
  for (const element of all(".fresh", table)) {
    element.classList.remove("fresh", "breaks");
    delete element.dataset.by;
  }
  for (const { motions, seat } of steps) {
    for (const motion of motions.filter(arrives)) {
      const kind = data.zones[motion.dst][1];
      const drawn = sees(motion.seen, now.viewer) && motions.length < 4;
      const element = kind !== "pile" && (kind !== "hand" || drawn) && landed(motion);
      if (!element) continue;
      flag(element, { fresh: true, breaks: kind === "row" && element.previousElementSibling?.matches(".ghost") });
      const by = owner(motion.src) || seat;
      if (by && !owner(motion.dst)) element.dataset.by = String(by);
    }
  }
  flag(felt, { broken: at(".breaks", felt) });
}
