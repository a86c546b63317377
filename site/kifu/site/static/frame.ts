// The frame of the table, made of the data: the places of facts, seats and zones. What they say and
// hold is drawn for each moment (table.js).

import { data } from "./lines.ts";
import { at, make, put } from "./words.ts";

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

/** A zone without its cards. */
const zoneFrame = ([name, kind]: PageData["zones"][number], place: number) => make(
  "div", { class: `zone ${kind}${isPlayed(place) ? " played" : ""}`, "data-zone": name, role: "group", "aria-labelledby": `title/${name}` },
  make("span.title", { id: `title/${name}`, "data-words": `zones/${place}/3` }), make("span.cards"),
  kind === "pile" && make("b.count"),
  isLaidOn(place) && data.seatFacts[TOTAL] && make(
    "span.total", make("span.sr", { "data-words": `seatFacts/${TOTAL}` }), make("b", { "data-fact": `${TOTAL}/${data.zones[place][2]}` }),
  ),
);
const isKind = (wanted: string) => (place: number) => data.zones[place]?.[1] === wanted;
const [isPile, isChoice, isRow] = ["pile", "choice", "row"].map(isKind);
/** Whether a zone is a row directly after a choice of the same seat, which is laid on that card. */
const isLaidOn = (place: number) => isRow(place) && isChoice(place - 1) && data.zones[place][2] === data.zones[place - 1][2];
/** Whether a zone is in front of its seat, towards the middle: a choice, and what is laid on it. */
const isAhead = (place: number) => isChoice(place) || isLaidOn(place);
/** Whether a zone is a part of a trick: what is laid on a card, and that card. */
const isPlayed = (place: number) => data.zones[place][2] > 0 && (isLaidOn(place) || isLaidOn(place + 1));

const zones = data.zones.map(zoneFrame);
/** The zones of a seat, or of the middle (0), that are as asked. */
const zonesOf = (seat: number, asked: (place: number) => unknown = () => true) => zones.filter((_, place) => data.zones[place][2] === seat && asked(place));
/** The score of a seat above what the game calls it. */
const scoreFrame = () => make(
  "span.score", make("b.value"), SCORES.filter((fact) => data.seatFacts[fact]).map((fact) => make("small", { "data-words": `seatFacts/${fact}` })),
);
function seatFrame(name: string, nth: number) {
  const seat = nth + 1;
  const own = Object.keys(data.seatFacts).filter((fact) => fact !== TOTAL || !zonesOf(seat, isLaidOn).length);
  const facts = own.map((fact) =>
    make(SCORES.includes(fact) ? "div.scored" : "div", make("dt", { "data-words": `seatFacts/${fact}` }), make("dd", { "data-fact": `${fact}/${seat}` })));
  return make(
    "section", { class: data.winners.includes(seat) ? "seat won" : "seat", "data-seat": seat },
    make(
      "div.head",
      make(
        "h2", make("span.who", make("span.badge", { "aria-hidden": "true" }, seat), make("bdi", { title: name }, name)),
        make("span.state"), scoreFrame(), make("b.change"), make("span.clock"),
      ),
      make(
        "div.counts", make("p.whose", { "aria-hidden": "true" }, make("span.badge", seat), make("bdi", name)),
        make("dl", facts), zonesOf(seat, isPile),
      ),
    ),
    make("div.lanes", zonesOf(seat, (place) => !isPile(place) && !isAhead(place))),
    make("div.front", zonesOf(seat, isAhead)),
  );
}

const many = data.seats.length > MANY ? " many" : "";
const board = zonesOf(0, isRow).length >= BOARD ? " board" : "";
put(
  at("#table"),
  make(
    "div.status",
    Object.keys(data.facts).filter((fact) => fact !== ABOVE).map((fact) =>
      make("span", make("span", { "data-words": `facts/${fact}` }), " ", make("b", { "data-fact": fact }))),
    make("span.phase", { id: "phase" }),
  ),
  make(
    `div.felt${many}${board}`,
    make("div.commons", zonesOf(0)), make("div.unfold", { hidden: "" }), make("div.seats", data.seats.map(seatFrame)),
  ),
);
