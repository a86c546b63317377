// The move list, made of the data: every move of the game and of its variations, with its notes. It
// says and marks what the viewer knows.

// A moment has its judgement before the list is made of it.
import { branch, isRound, main } from "./lines.ts";
import "./judgement.ts";
import { knows } from "./fold.ts";
import { now } from "./now.ts";
import { all, at, glyphName, make, present, put, readable, sentence, word } from "./words.ts";
import { flag } from "./table.ts";
import { comment, kept, sentenceOf, variationKind } from "./story.ts";

/** An entry for each move: its elements, and the line and ply that it leads to. */
export const moves: ListEntry[] = [];

/** The list of a line's own moves. */
function listOf(line: Line): any {
  const items = line.moments.slice(line.from + 1).flatMap((moment, nth) => [
    moment.marks.map((mark) => make(isRound(mark) ? "li.mark round" : "li.mark", { "data-mark": mark })),
    entryOf(line, line.from + 1 + nth),
  ]);
  return make("ol.story", { "data-line": line.path || null }, items);
}

function entryOf(line: Line, ply: number) {
  const { seat, told, judged } = line.moments[ply];
  const place = ply - line.from;
  const said = make("span.said");
  const href = `#ply=${place}${line.path && `&line=${line.path}`}`;
  const link = make("a", { href, "data-seat": seat }, said);
  const followed = told.map(() => make("p.told"));
  const better = judged?.glyph && judged.options[1] && judged.played && judged.played !== judged.options[0];
  const element = make("li.move", { "data-ply": place }, link, followed, better && make("p.judged"));
  moves.push({ element, link, line, ply, told: followed, said });
  return listPlace(element, line, ply);
}

/** Puts the notes and variations of a place into its entry. */
function listPlace(element: HTMLElement, line: Line, ply: number): HTMLElement {
  const { notes, lines } = line.moments[ply];
  listNotes(element, notes);
  const variations = lines.map((_, nth) => branch(line, ply - line.from, nth + 1)).filter((variation) => variation !== null).map((variation) => {
    const { on, path, reasons } = variation;
    const { notes } = variation.moments[variation.from];
    const kind = variationKind(on, notes);
    const enter = make("a.enter", { href: `#ply=1&line=${path}`, "data-t": kind });
    const box = make("div.branch", enter);
    moves.push({ element: enter, link: enter, line: variation, ply: variation.from, told: [], said: null });
    listNotes(box, notes);
    box.append(listOf(variation), ...reasons.map((reason) => make("p.reason", reason)));
    return box;
  });
  element.append(...variations);
  return element;
}

/** Puts notes into an entry of the list. */
export function listNotes(element: HTMLElement, notes: ShownNote[]) {
  const ply = Number(element.dataset.ply);
  const own = (kind: string) => all(`:scope > ${kind}`, element);
  for (const old of own(":is(.glyph, .clock, .moment, .comment, .kept)")) old.remove();
  const [link] = own("a");
  (own(".told").at(-1) ?? link).after(...present(notes.map((note) => [
    note.mark && make("span.moment", { dir: "auto" }, note.mark),
    note.text && comment("span", note, note.by),
    note.played && kept("span", ply, note.played),
  ])));
  const glyph = ({ glyph }: ShownNote) => glyph && make(
    "b.glyph", { "data-glyph": glyph, title: glyphName(glyph) }, glyph, make("span.sr", ` ${glyphName(glyph)}`),
  );
  const clock = ({ clk }: ShownNote) => clk && make("span.clock", clk);
  link.after(...present([notes.map(glyph), notes.map(clock)]));
}

const start = make("div.move", make("a", { href: "#ply=0" }, make("span", { "data-t": "start" })));
moves.push({ element: start, link: start.firstChild, line: main, ply: 0, told: [], said: null });
put(at("#scroll"), listPlace(start, main, 0), listOf(main));
const lateMoves = moves.filter(({ said, line, ply }) => said && line.moments[ply].late.length);
let marked: ListEntry | undefined;

/** The entry of a place. */
const entryAt = (line: Line, ply: number) => moves.find((entry) => entry.line === line && entry.ply === ply);

/**
 * The entries after which the moves to come begin: that of the place and, of the lines that its line branches off
 * from, those of the moves that it is another one for.
 */
function edgesAt(line: Line, ply: number): ListEntry[] {
  const here = entryAt(line, ply);
  const before = line.parent ? edgesAt(line.parent, line.from + (line.on ? 0 : 1)) : [];
  return here ? [...before, here] : before;
}

/** Brings the current move into the middle of the list, unless it is in sight, just before a frame is drawn: it is laid out then anyway. */
export const followMove = () => void requestAnimationFrame(() => {
  const list = at("#scroll");
  const [view, here] = [list, marked?.link ?? list].map((element) => element.getBoundingClientRect());
  if (here.top < view.top || here.bottom > view.bottom) list.scrollTop += Math.trunc(here.top - view.top - view.height / 2);
});

export function showMoves() {
  const { line, ply, viewer } = now;
  for (const entry of lateMoves) {
    const seen = entry.line === line ? ply : entry.line.last;
    say(entry, knows(entry.line, entry.ply, seen, viewer));
  }
  const here = entryAt(line, ply);
  const edges = edgesAt(line, ply).map(({ element }) => element);
  for (const element of all("#scroll .edge")) if (!edges.includes(element)) flag(element, { edge: false });
  for (const element of edges) flag(element, { edge: true });
  for (const entry of [marked, here]) {
    if (!entry) continue;
    flag(entry.element, { here: entry === here });
    entry.link.ariaCurrent = entry === here ? "step" : null;
  }
  if (here !== marked) followMove();
  marked = here;
}

/** Says the moves again in another language. */
export function translateMoves() {
  for (const entry of moves.filter(({ said }) => said)) {
    say(entry, true);
    const { told } = entry.line.moments[entry.ply];
    entry.told.forEach((element, place) => put(element, sentence(word(told[place]))));
  }
}

/** Of the comments at a place the list shows those that the remarks show. */
export function chooseComments() {
  for (const place of all("#scroll .move, #scroll .branch")) {
    const comments = all(":scope > .comment", place);
    const notes = comments.map((element) => ({ element, text: true, lang: element.lang }));
    const shown = readable(notes);
    for (const note of notes) note.element.hidden = !shown.includes(note);
  }
}

function say(entry: ListEntry, known: boolean) {
  const text = sentenceOf(entry.line.moments[entry.ply], known);
  if (entry.text === text) return;
  entry.text = text;
  put(entry.said, sentence(text));
}
