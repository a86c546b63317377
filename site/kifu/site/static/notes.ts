// The reader's notes: what they change at which place, the record written with them, and what the browser keeps of them.
// The grammar is Python's: the page puts escaped comments and glyphs between what is fixed of the record
// (docs/inside/page.md, "The data").

import { data, lineAt, main } from "./lines.ts";
import { at, t } from "./words.ts";
import { chooseComments, listNotes, moves } from "./story.ts";
import { show } from "./now.ts";
import { handOver } from "./share.ts";
import { keep, kept } from "./shelf.ts";

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
const alike = (one: Note, other: Note) =>
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

/** What the page shows of a note, as note_data of kifu.site.content.notes has it. */
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

// Drafts: what the browser keeps of the reader's notes until they are part of a file.

const GLYPH = /^([!?]{1,2}|\$([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))$/;
const LANGUAGE = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/;
/** A variation of the reader's: seats and tokens, which no word of the notation ends. */
const LINE = /^\d{1,4}:[\w+~/<>=^-]{1,200}( \d{1,4}:[\w+~/<>=^-]{1,200}){0,20}$/;
/** What no comment can hold: NUL, half a character, and CR before LF. */
export const FORBIDDEN = /[\0\p{Cs}]|\r\n/u;

/** What is said about the notes, and those that were thrown away last. */
const draft: { told: string; gone: [string, Note[][]][] } = { told: "", gone: [] };
export let author = String(kept("author") ?? "");

/** Keeps the name that the reader signs notes with. */
export function signAs(name: string) {
  keep("author", (author = name));
}

/**
 * After each change: keeps the notes, says what is the case, and asks whoever leaves with notes
 * that are in no file.
 */
function keepDraft(saved: boolean) {
  const isKept = keep(data.record, edits.size ? { saved, edits: [...edits] } : null);
  draft.told = edits.size ? saved ? "draft_saved" : isKept ? "draft_kept" : "draft_not_kept" : "";
  window.onbeforeunload = edits.size && !saved ? (event) => event.preventDefault() : null;
  sayDraft();
}

/** Shows and keeps what was changed. */
export function redraw() {
  chooseComments();
  at("#ticks").drawn = "";
  show();
  keepDraft(false);
}

export const keepCopied = (copied: boolean) => copied && keepDraft(true);

export function sayDraft() {
  if (!slots.length) return;
  const [words, button] = [at("#draft span"), at('[data-do="discard"]')];
  at("#draft").hidden = !draft.told;
  const told = draft.told === "draft_kept" && edits.size === 1 ? "draft_kept_1" : draft.told;
  words.textContent = told && t(told, { n: edits.size });
  at("#tab-notes").dataset.n = edits.size || "";
  const unread = draft.told === "draft_unread";
  button.textContent = t(edits.size || unread ? "discard" : "bring_back");
  button.hidden = !edits.size && !unread && !draft.gone.length;
}

/** Brings back what the browser kept of this record. It is as little to be trusted as a file. */
export function restoreDraft() {
  const held = kept(data.record);
  if (!held) return;
  const read: Map<string, Note[][]> = new Map();
  try {
    for (const [place, lists] of held.edits) {
      const own = place && gaps.get(place);
      if (!own || lists.length !== own.length || !lists.flat().every(isNote)) throw new TypeError(place);
      read.set(place, lists.map((notes: Note[], gap: number) => notes.map(({ glyph, text, lang, line }) => {
        const note = { glyph, text, lang, line };
        return own[gap].find((other: Note) => alike(other, note)) ?? note;
      })));
    }
    for (const [place, notes] of read) change(place, notes);
    keepDraft(held.saved === true);
    if (edits.size) draft.told = "draft_back";
  } catch {
    draft.told = "draft_unread";
  }
}

const isNote = ({ glyph, text, lang, line }: Note) =>
  [glyph, text, lang, line].every((said) => said === undefined || typeof said === "string")
  && (line !== undefined ? glyph === undefined && text === undefined && LINE.test(line) : text === undefined ? GLYPH.test(glyph ?? "")
    : glyph === undefined && !FORBIDDEN.test(text) && trim(text) === text
      && (lang === undefined || LANGUAGE.test(lang)));

/** Throws all notes of the reader away or, where that was done last, brings them back. */
export function discard() {
  const gone = [...edits];
  for (const [place] of gone) change(place);
  for (const [place, notes] of gone.length ? [] : draft.gone) change(place, notes);
  draft.gone = gone;
  redraw();
  if (gone.length) draft.told = "draft_gone";
  sayDraft();
}

export function download() {
  handOver(new Blob([writtenText()], { type: "text/plain" }), `${data.game}.kifu`);
  keepDraft(true);
}
