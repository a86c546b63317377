// The reader's notes: what they change at which place, and the record written with them. The
// grammar is Python's: the page puts escaped comments and glyphs between what is fixed of the
// record (docs/inside/page.md, "The data").

import { data, lineAt, main } from "./lines.ts";
import { at } from "./words.ts";
import { listNotes, moves } from "./list.ts";

export const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];
const COMMAND = /(?:(?<![ \t])[ \t]+)?\[%([A-Za-z]\w*)(?:[ \t\r\n]([^[\]]*))?\]/g;
const CHANCE = /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/;

/** Place -> the notes of each gap there as Python gave them. A place has further gaps where
 * something else is between its notes. */
export const gaps: Map<string, Note[][]> = new Map();
export const slots: Slot[] = [];
/**
 * A segment or, where the data have only the first and the last place, those of moves that have nothing but
 * their marks, in a new line.
 */
const segments = (slot: any[]) => (typeof slot[1] === "string" ? [slot] : main.moments.slice(slot[0], slot[1] + 1)
  .map(({ marks, move }, nth) => [slot[0] + nth, [marks.length ? `\n${marks.join(" ")}` : "", move].join(" ")]));
for (const [at_, text, ...rest] of data.notation.flatMap(segments)) {
  const place = String(at_);
  const notes = rest.map((note) => ({ before: "\n", ...note }));
  const gap = gaps.get(place)?.length ?? 0;
  gaps.set(place, [...(gaps.get(place) ?? []), notes]);
  slots.push({ place, gap, ply: Number(place.split(":").at(-1)), text, notes });
}

/** Place -> the same as the reader wants it, where they changed anything. */
export const edits: Map<string, Note[][]> = new Map();

export const placeOf = ({ parent, path, from }: Line, ply: number) => (parent ? `${path}:${ply - from}` : String(ply));
export const notesHere = (place: string) => edits.get(place) ?? gaps.get(place) ?? [];
const notesIn = ({ place, gap, notes }: Slot) => edits.get(place)?.[gap] ?? notes;
export const alike = (one: Note, other: Note) =>
  one.glyph === other.glyph && one.text === other.text && one.lang === other.lang && one.line === other.line;
export const signOf = (glyph: string | undefined) => (glyph?.[0] === "$" && SIGNS[Number(glyph.slice(1))]) || glyph;
export const trim = (text: string) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

/** The record in notation. What the reader did not touch stays as it was written. */
export function writtenText() {
  let [whole, parted] = ["", true];
  for (const slot of slots) {
    const notes = notesIn(slot).map((note, nth) => spaced(slot, note, nth)).join("");
    whole += (parted || /^[\s)]/.test(slot.text) ? "" : " ") + slot.text + notes;
    parted = !notes || !edits.has(slot.place);
  }
  return whole;
}

function spaced(slot: Slot, note: Note, nth: number) {
  const { place, gap, ply } = slot;
  const first = !nth && !gap;
  let before = note.before ?? "";
  if (edits.has(place) && !before) {
    const glued = first && ply && /^[!?]/.test(note.glyph ?? "");
    before = first && place === "0" ? "\n" : glued ? "" : " ";
  }
  return before + (note.glyph ?? (note.line ? `(${note.line})` : writtenComment(note)));
}

/** As write_comment of kifu.notation.comments. */
function writtenComment({ text = "", lang }: Note) {
  const body = text.replace(/[\\}]|(?<=\n)\[/g, "\\$&");
  if (lang) return `{@${lang}${body && ` ${body}`}}`;
  return `{${body.startsWith("@") ? "\\" : ""}${body}}`;
}

/** The commands of a comment, and what is left without them. */
export function partsOf(text: string) {
  const commands = [...text.matchAll(COMMAND)].map(([whole, name, told = ""]) => (
    { whole: trim(whole), name, told: trim(told) }));
  return { prose: trim(text.replace(COMMAND, "")), commands };
}

/**
 * A comment with other prose and perhaps another author; its other commands stay. Nothing where
 * nothing is left.
 */
export function reworded(note: Note, prose: string, by: string): Note | null {
  const { commands, prose: was } = partsOf(note.text ?? "");
  const same = prose && by === authorOf(note);
  if (same && prose === was) return note;
  const kept = commands.filter(({ name }) => same || name !== "by").map(({ whole }) => whole);
  const text = [prose, ...kept, prose && by && !same && `[%by ${by}]`].filter(Boolean).join(" ");
  return text ? { ...note, text } : null;
}

export const authorOf = ({ text = "" }: Note): string =>
  partsOf(text).commands.findLast(({ name }) => name === "by")?.told ?? "";

/** What the page shows of a note, as note_data of kifu.site.pages has it. */
function shownNote({ glyph, text = "", lang, line }: Note): ShownNote {
  if (glyph) return { glyph: signOf(glyph) };
  if (line) return { played: line };
  const { prose, commands } = partsOf(text);
  const shown: Record<string, any> = prose.trim() ? { text: prose.trim(), lang } : {};
  for (const { name, told } of commands) {
    const numbers = told.split(/\s+/);
    if (["clk", "emt", "mark", "by"].includes(name)) shown[name] = told;
    else if (name === "eval" && numbers.length === data.seats.length
      && numbers.every((number) => CHANCE.test(number))) {
      shown.eval = numbers.map(Number);
    }
  }
  return shown;
}

/** Sets the notes of a place, or with nothing brings back those of the record. */
export function change(place: string, notes?: Note[][]) {
  const own = gaps.get(place) ?? [];
  const same = !notes || notes.every((list, gap) => list.length === own[gap].length
    && list.every((note, nth) => alike(note, own[gap][nth])));
  if (same) edits.delete(place);
  else edits.set(place, notes);
  showPlace(place);
}

/** Brings the notes of a place into the lines and the move list. */
function showPlace(place: string) {
  const [path, own] = place.includes(":") ? place.split(":") : ["", place];
  const line = lineAt(path) ?? main;
  const ply = line.from + Number(own);
  const notes = notesHere(place).flat().map(shownNote);
  line.moments[ply].notes = notes;
  const branched = own === "0" && path;
  const entry = !branched && moves.find((move) => move.line === line && move.ply === ply);
  listNotes(entry ? entry.element : at(`#scroll a.enter[href$="line=${path}"]`).parentElement, notes);
}
