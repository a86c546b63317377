// The reader's notes: what they change at which place, and the record written with them. The
// grammar is Python's: the page puts escaped comments and glyphs between what is fixed of the
// record (docs/inside/page.md, "The data").

import { data, lineAt, main } from "./lines.js";
import { at } from "./words.js";
import { listNotes, moves } from "./list.js";

export const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];
const COMMAND = /(?:(?<![ \t])[ \t]+)?\[%([A-Za-z]\w*)(?:[ \t\r\n]([^[\]]*))?\]/g;
const CHANCE = /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/;

/** Place -> the notes of each gap there as Python gave them. A place has further gaps where
 * something else is between its notes. */
/** @type {Map<string, Note[][]>} */
export const gaps = new Map();
/** @type {Slot[]} */
export const slots = [];
/** A segment or, where the data have only the first and the last place, those of moves that have nothing but
 * their marks, in a new line.
 * @param {any[]} slot
 * @returns {any[][]} */
const segments = (slot) => (slot.length > 2 ? [slot] : main.moments.slice(slot[0], slot[1] + 1)
  .map(({ marks, move }, nth) => [slot[0] + nth, [marks.length ? `\n${marks.join(" ")}` : "", move].join(" "), ""]));
for (const [at_, text, log, ...rest] of data.notation.flatMap(segments)) {
  const place = String(at_);
  const notes = rest.map((note) => ({ before: "\n", ...note }));
  const gap = gaps.get(place)?.length ?? 0;
  gaps.set(place, [...(gaps.get(place) ?? []), notes]);
  slots.push({ place, gap, ply: Number(place.split(":").at(-1)), text, log, notes });
}

/** Place -> the same as the reader wants it, where they changed anything. */
/** @type {Map<string, Note[][]>} */
export const edits = new Map();

/**
 * @param {Line} line
 * @param {number} ply
 */
export const placeOf = ({ parent, path, from }, ply) => (parent ? `${path}:${ply - from}` : String(ply));
/**
 * @param {string} place
 * @returns {Note[][]}
 */
export const notesHere = (place) => edits.get(place) ?? gaps.get(place) ?? [];
/** @param {Slot} slot */
const notesIn = ({ place, gap, notes }) => edits.get(place)?.[gap] ?? notes;
/**
 * @param {Note} one
 * @param {Note} other
 */
export const alike = (one, other) =>
  one.glyph === other.glyph && one.text === other.text && one.lang === other.lang && one.line === other.line;
/** @param {string | undefined} glyph */
export const signOf = (glyph) => (glyph?.[0] === "$" && SIGNS[Number(glyph.slice(1))]) || glyph;
/** @param {string} text */
export const trim = (text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

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

/**
 * @param {Slot} slot
 * @param {Note} note
 * @param {number} nth
 */
function spaced(slot, note, nth) {
  const { place, gap, ply } = slot;
  const first = !nth && !gap;
  let before = note.before ?? "";
  if (edits.has(place) && !before) {
    const glued = first && ply && /^[!?]/.test(note.glyph ?? "");
    before = first && place === "0" ? "\n" : glued ? "" : " ";
  }
  return before + (note.glyph ?? (note.line ? `(${note.line})` : writtenComment(note)));
}

/**
 * As write_comment of kifu.notation.comments.
 * @param {Note} note
 */
function writtenComment({ text = "", lang }) {
  const body = text.replace(/[\\}]|(?<=\n)\[/g, "\\$&");
  if (lang) return `{@${lang}${body && ` ${body}`}}`;
  return `{${body.startsWith("@") ? "\\" : ""}${body}}`;
}

/** The record as a line of JSON. */
export function writtenLog() {
  let whole = "";
  for (const slot of slots) {
    const notes = notesIn(slot).map(({ glyph, text, lang, line }) =>
      JSON.stringify({ at: slot.ply, glyph, text, lang, line: line && { moves: line } }));
    for (const piece of [slot.log, ...notes]) {
      whole += (whole.endsWith("}") && piece.startsWith("{") ? "," : "") + piece;
    }
  }
  return `${whole}\n`;
}

/**
 * The commands of a comment, and what is left without them.
 * @param {string} text
 */
export function partsOf(text) {
  const commands = [...text.matchAll(COMMAND)].map(([whole, name, told = ""]) => (
    { whole: trim(whole), name, told: trim(told) }));
  return { prose: trim(text.replace(COMMAND, "")), commands };
}

/**
 * A comment with other prose and perhaps another author; its other commands stay. Nothing where
 * nothing is left.
 * @param {Note} note
 * @param {string} prose
 * @param {string} by
 * @returns {Note | null}
 */
export function reworded(note, prose, by) {
  const { commands, prose: was } = partsOf(note.text ?? "");
  const same = prose && by === authorOf(note);
  if (same && prose === was) return note;
  const kept = commands.filter(({ name }) => same || name !== "by").map(({ whole }) => whole);
  const text = [prose, ...kept, prose && by && !same && `[%by ${by}]`].filter(Boolean).join(" ");
  return text ? { ...note, text } : null;
}

/**
 * @param {Note} note
 * @returns {string}
 */
export const authorOf = ({ text = "" }) =>
  partsOf(text).commands.findLast(({ name }) => name === "by")?.told ?? "";

/**
 * What the page shows of a note, as note_data of kifu.site.pages has it.
 * @param {Note} note
 * @returns {ShownNote}
 */
function shownNote({ glyph, text = "", lang, line }) {
  if (glyph) return { glyph: signOf(glyph) };
  if (line) return { played: line };
  const { prose, commands } = partsOf(text);
  /** @type {Record<string, any>} */
  const shown = prose.trim() ? { text: prose.trim(), lang } : {};
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

/**
 * Sets the notes of a place, or with nothing brings back those of the record.
 * @param {string} place
 * @param {Note[][]} [notes]
 */
export function change(place, notes) {
  const own = gaps.get(place) ?? [];
  const same = !notes || notes.every((list, gap) => list.length === own[gap].length
    && list.every((note, nth) => alike(note, own[gap][nth])));
  if (same) edits.delete(place);
  else edits.set(place, notes);
  showPlace(place);
}

/**
 * Brings the notes of a place into the lines and the move list.
 * @param {string} place
 */
export function showPlace(place) {
  const [path, own] = place.includes(":") ? place.split(":") : ["", place];
  const line = lineAt(path) ?? main;
  const ply = line.from + Number(own);
  const notes = notesHere(place).flat().map(shownNote);
  line.moments[ply].notes = notes;
  const branched = own === "0" && path;
  const entry = !branched && moves.find((move) => move.line === line && move.ply === ply);
  listNotes(entry ? entry.element : at(`#scroll a.enter[href$="line=${path}"]`).parentElement, notes);
}
