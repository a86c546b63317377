// What is told of a ply: its sentence, what followed, its notes; and the move list, made of the data: every move of the game
// and of its variations, with its notes. It says and marks what the viewer knows.

import { branch, isRound, main } from "./lines.ts";
import { knows, sees } from "./fold.ts";
import { endsHere, isEnd, now } from "./now.ts";
import { all, at, glyphName, icon, make, present, put, readable, sentence, spoken, t, word } from "./words.ts";
import { flag } from "./table.ts";
import { whatIfOf } from "./whatifs.ts";
import { verdictNow } from "./judgement.ts";

export function sentenceNow() {
  const { line, ply, viewer } = now;
  return sentence(ply ? sentenceOf(line.moments[ply], knows(line, ply, ply, viewer)) : t("start_sentence"));
}

/** Says what happened: what it led to before who did what, unless it begins with that, but of a sure mistake who made it and what it lost. */
export function tell() {
  const moment = now.line.moments[now.ply];
  const { told, headline } = moment;
  const verdict = verdictNow();
  const loss = verdict?.loss;
  const led = headline && spoken(headline);
  const ends = isEnd() && at("#result-title");
  // What it led to may say the sentence again, up to its cards, or be about somebody else.
  const by = led && !loss && !ends && (moment.words[0] && headline[0].includes(moment.words[0].split(/ \(|\.$/)[0]) ? []
    : !headline[0].includes(`{${moment.seat}}`) && [sentenceNow(), " "]);
  if (ends) say(...ends.cloneNode(true).childNodes);
  else if (loss) say(sentence(sentenceOf(moment, true).replace(/[.。]$/, ":")), " ", make("span.judged bad", verdict?.glyph, " ", loss));
  else say(by, led ?? sentenceNow());
  // A verdict must not read as one about what the headline says.
  const next = loss && !ends ? led : sentenceNow();
  put(at("#sentence"), next && (loss || ends) ? make("span.led", next) : next);
  at("#sentence").hidden = !!by || !(headline || ends);
  put(at("#followed"), !headline && told.map((words) => make("li", spoken(words))));
}

/** Wider than this a headline is long, in Latin letters: on a phone it has two lines. */
const LONG = [36, 64];

/** Says something under the table; what is long has smaller letters. */
export function say(...pieces: Child[]) {
  const element = at("#headline");
  put(element, ...pieces);
  flag(element, { long: element.textContent.replace(/[\u2e80-\uffff]/g, "  ").length > LONG[Number(innerWidth < 640)] });
}

/** What a move is called by who knows it, or by who does not. */
function sentenceOf({ seat, words, move: token, veil }: Moment, known: boolean): string {
  if (known && token) return word(words);
  return veil.length ? word(veil.slice(1)) : t("hidden_move", { 1: `{${seat}}` });
}

export function showNotes() {
  const { line, ply } = now;
  const here = line.moments[ply];
  const verdict = verdictNow();
  const notes = readable(here.notes).map((note) => [
    note.glyph && note.glyph !== verdict?.glyph && make("p.glyph", make("b", note.glyph), " ", glyphName(note.glyph)),
    note.mark && make("p.moment", { dir: "auto" }, note.mark),
    note.clk && make("p.clock", t("clock", { time: note.clk })),
    note.emt && make("p.clock", t("spent", { time: note.emt })),
    note.text && comment("p", note, t("by", { name: note.by })),
    note.played && kept("p", ply, note.played),
  ]);
  const enters = variationsAt(line, ply).map((variation) => {
    const first = variation.moments[variation.from + 1];
    const late = first?.late.some(([mask]) => sees(mask, now.viewer));
    const label = [t(kindOf(variation)), first && [": ", sentence(sentenceOf(first, !late))]];
    return make("p", make("a.enter", { href: `#ply=1&line=${variation.path}` }, icon("branch"), label));
  });
  put(
    at("#remarks"), verdict && make(`p.judged ${verdict.kind}`, sentence(verdict.said)), notes, enters,
    ply === line.last && line.reasons.map((reason) => make("p.reason", t("variation_broken", { reason }))),
  );
  at("#where").hidden = !line.parent || line.whatIf !== undefined;
}

const variationsAt = (line: Line, ply: number) => line.moments[ply].lines.map((_, nth) => branch(line, ply - line.from, nth + 1)).filter((variation) => variation !== null);

/** What a variation is called. */
const kindOf = ({ on, moments, from }: Line) =>
  on ? "variation_on" : moments[from].notes.some(({ hindsight }) => hindsight) ? "variation_hindsight" : "variation";

const comment = (name: string, { text, lang, by }: ShownNote, author: string | undefined) =>
  make(`${name}.comment`, { dir: "auto", lang }, text, by && [" ", make("cite", author)]);

/** A variation that the reader has kept. */
function kept(name: string, ply: number, played: string) {
  const line = whatIfOf(ply, played);
  const label = [t("variation"), ": ", line ? spoken(line.whatIf?.words ?? []) : played];
  return make(`${name}.kept`, line ? make("a.enter", { href: `#ply=${line.last - line.from}&line=${line.path}` }, icon("branch"), label) : label);
}

// A moment has its judgement before the list is made of it.

/** An entry for each move: its elements, and the line and ply that it leads to. */
export const moves: ListEntry[] = [];

/** The list of a line's own moves. */
function listOf(line: Line): Part {
  const items = line.moments.slice(line.from + 1).map((_, nth) => entryOf(line, line.from + 1 + nth));
  return make("ol.story", { "data-line": line.path || null }, items);
}

/** What the list has of a move: its marks, and itself. */
function entryOf(line: Line, ply: number) {
  const { seat, told, marks } = line.moments[ply];
  const place = ply - line.from;
  const said = make("span.said");
  const href = `#ply=${place}${line.path && `&line=${line.path}`}`;
  const link = make("a", { href, "data-seat": seat }, said);
  const followed = told.map(() => make("p.told"));
  const element = make("li.move", { "data-ply": place }, link, followed);
  const listed = [...marks.map((mark) => make(isRound(mark) ? "li.mark round" : "li.mark", { "data-mark": mark })), element];
  moves.push({ element, link, line, ply, told: followed, said, listed });
  listPlace(element, line, ply);
  return listed;
}

/** Puts the variations of a place into its entry. */
function listPlace(element: HTMLElement, line: Line, ply: number): HTMLElement {
  const variations = variationsAt(line, ply).map((variation) => {
    const enter = make("a.enter", { href: `#ply=1&line=${variation.path}`, "data-t": kindOf(variation) });
    const box = make("div.branch", enter);
    moves.push({ element: enter, link: enter, line: variation, ply: variation.from, told: [] });
    box.append(listOf(variation), ...variation.reasons.map((reason) => make("p.reason", reason)));
    return box;
  });
  element.append(...variations);
  return element;
}

/** Puts the notes of an entry into it, in the reader's language. */
export function listNotes({ link, line, ply, told }: ListEntry) {
  const notes = readable(line.moments[ply].notes);
  for (const old of all(":scope > :is(.glyph, .clock, .moment, .comment, .kept)", link.parentElement)) old.remove();
  (told.at(-1) ?? link).after(...present(notes.map((note) => [
    note.mark && make("span.moment", { dir: "auto" }, note.mark),
    note.text && comment("span", note, note.by),
    note.played && kept("span", ply, note.played),
  ])));
  const glyph = ({ glyph }: ShownNote) => glyph && make(
    "b.glyph", { title: glyphName(glyph) }, glyph, make("span.sr", ` ${glyphName(glyph)}`),
  );
  const clock = ({ clk }: ShownNote) => clk && make("span.clock", clk);
  link.after(...present([notes.map(glyph), notes.map(clock)]));
}

const toStart = make("a", { href: "#ply=0" }, make("span", { "data-t": "start" }));
const start = make("div.move", toStart);
moves.push({ element: start, link: toStart, line: main, ply: 0, told: [] });
put(at("#scroll"), listPlace(start, main, 0), listOf(main));
let marked: ListEntry | undefined;

/** The entry of a place. */
export const entryAt = (line: Line, ply: number) => moves.find((entry) => entry.line === line && entry.ply === ply);

/**
 * The plies after which the moves to come begin: that of the place and, of the lines that its line branches off
 * from, those of the moves that it is another one for.
 */
function edgesAt(line: Line, ply: number): Map<Line, number> {
  const before = line.parent ? edgesAt(line.parent, line.from + (line.on ? 0 : 1)) : new Map();
  return before.set(line, ply);
}

/** Brings the current move into the middle of the list, unless it is in sight, just before a frame is drawn: it is laid out then anyway. */
export const followMove = () => void requestAnimationFrame(() => {
  const list = at("#scroll");
  const [view, here] = [list, marked?.link ?? list].map((element) => element.getBoundingClientRect());
  if (here.top < view.top || here.bottom > view.bottom) list.scrollTop += Math.trunc(here.top - view.top - view.height / 2);
});

export function showMoves() {
  const { line, ply, viewer } = now;
  const edges = edgesAt(line, ply);
  for (const entry of moves) {
    const seen = entry.line === line ? ply : entry.line.last;
    const text = sentenceOf(entry.line.moments[entry.ply], knows(entry.line, entry.ply, seen, viewer));
    if (entry.said && entry.text !== text) put(entry.said, sentence(text));
    entry.text = text;
    const later = entry.ply > (edges.get(entry.line) ?? Infinity);
    if (entry.said) flag(entry.said, { later });
    for (const element of entry.listed ?? []) flag(element, { coming: later && endsHere() });
  }
  const here = entryAt(line, ply);
  for (const entry of [marked, here]) {
    if (!entry) continue;
    flag(entry.element, { here: entry === here });
    entry.link.ariaCurrent = entry === here ? "step" : null;
  }
  if (here !== marked) followMove();
  marked = here;
}

/** Says in the reader's language what followed the moves, and their notes. */
export function translateMoves() {
  for (const entry of moves) {
    const { told } = entry.line.moments[entry.ply];
    entry.told.forEach((element, place) => put(element, spoken(told[place])));
    listNotes(entry);
  }
}
