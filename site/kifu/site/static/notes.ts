// The reader's notes: what they add at which place, the record written with them, and what the browser keeps of them. What the
// record has itself stays as it was written: the page has its text between the places of notes, and the notes (docs/inside/page.md,
// "The data").

import { data, languages, lineAt, main } from "./lines.ts";
import { at, t } from "./words.ts";
import { entryAt, listNotes } from "./story.ts";
import { show } from "./now.ts";
import { handOver } from "./share.ts";
import { keep, kept } from "./shelf.ts";

/** What the record has at a place, and before it since the place before. */
interface Slot {
  place: string;
  text: string;
  notes: (ShownNote & { before?: string })[];
}

/**
 * A segment or, where the data have only the first and the last place, those of moves that have nothing but
 * their marks, in a new line.
 */
const segments = ([first, text, ...notes]: ToldSlot): Slot[] => (typeof text === "string" ? [{ place: String(first), text, notes }]
  : main.moments.slice(Number(first), text + 1)
    .map(({ marks, move }, nth) => ({ place: String(Number(first) + nth), text: [marks.length ? `\n${marks.join(" ")}` : "", move].join(" "), notes: [] })));
export const slots = data.notation.flatMap(segments);
/** The places where there can be notes. */
export const places = new Set(slots.map(({ place }) => place).filter(Boolean));

/** Place -> the notes that the reader has added there. */
export const edits = new Map<string, ShownNote[]>();

export const placeOf = ({ parent, path, from }: Line, ply: number) => (parent ? `${path}:${ply - from}` : String(ply));
export const notesHere = (place: string) => edits.get(place) ?? [];

/** The record in notation, with the notes of the reader: after the first of those that a place has itself. */
export function writtenText() {
  let [whole, parted] = ["", true];
  const left = new Map(edits);
  for (const slot of slots) {
    const added = left.get(slot.place);
    left.delete(slot.place);
    whole += (parted || /^[\s)]/.test(slot.text) ? "" : " ") + slot.text + writtenNotes(slot, added);
    parted = !added;
  }
  return whole;
}

/** The notes of a place, and those that are added: glyphs after its glyphs, the first of all at the move itself. */
function writtenNotes({ place, notes }: Slot, added: ShownNote[] = []) {
  const own = notes.map((note) => (note.before ?? "\n") + written(note));
  const glyphs = notes.findLastIndex(({ glyph }) => glyph) + 1;
  const [signs, others] = [true, false].map((is) => added.filter(({ glyph }) => Boolean(glyph) === is).map((note) => ` ${written(note)}`));
  if (signs.length && !glyphs && !/(^|:)0$/.test(place)) signs[0] = signs[0].trim();
  const all = [...own.slice(0, glyphs), ...signs, ...own.slice(glyphs), ...others].join("");
  // What is said before the game has a line of its own.
  return place === "0" && !own.length ? all.replace(" ", "\n") : all;
}

/** A note in notation; a comment as write_comment of kifu.notation.comments. */
function written({ glyph, played, text = "", by, lang }: ShownNote) {
  if (glyph ?? played) return glyph ?? `(${played})`;
  const body = [text, by && `[%by ${by}]`].filter(Boolean).join(" ").replace(/[\\}]|(?<=\n)\[/g, "\\$&");
  if (lang) return `{@${lang}${body && ` ${body}`}}`;
  return `{${body.startsWith("@") ? "\\" : ""}${body}}`;
}

/** Sets what the reader adds at a place, and brings it into the lines and the move list. */
export function change(place: string, notes: ShownNote[] = []) {
  const before = notesHere(place);
  if (notes.length) edits.set(place, notes);
  else edits.delete(place);
  const [path, own] = place.includes(":") ? place.split(":") : ["", place];
  const line = lineAt(path) ?? main;
  const ply = line.from + Number(own);
  const moment = line.moments[ply];
  moment.notes = [...moment.notes.filter((note) => !before.includes(note)), ...notes];
  const entry = entryAt(line, ply);
  if (entry) listNotes(entry);
}

// Drafts: what the browser keeps of the reader's notes until they are part of a file.

/** What may be in a note of the reader's; a variation has seats and tokens, which no word of the notation ends. */
export const VALID: Record<string, RegExp> = {
  glyph: /^[!?]{1,2}$/, text: /^((?!\r\n)[^\0\p{Cs}])*$/u, lang: new RegExp(`^(${languages.join("|")})?$`), by: /^[^[\]\0\p{Cs}]*$/u,
  played: /^\d{1,4}:[\w+~/<>=^-]{1,200}( \d{1,4}:[\w+~/<>=^-]{1,200}){0,20}$/,
};

/** What is said about the notes. */
let told = "";
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
  told = edits.size ? saved ? "draft_saved" : isKept ? "draft_kept" : "draft_not_kept" : "";
  window.onbeforeunload = edits.size && !saved ? (event) => event.preventDefault() : null;
  sayDraft();
}

/** Shows and keeps what was changed. */
export function redraw() {
  show();
  keepDraft(false);
}

export const keepCopied = (copied: boolean) => copied && keepDraft(true);

export function sayDraft() {
  if (!slots.length) return;
  at("#draft").hidden = !told;
  at("#draft span").textContent = told && t(told === "draft_kept" && edits.size === 1 ? "draft_kept_1" : told, { n: edits.size });
  at("#tab-notes").dataset.n = String(edits.size || "");
}

/** Brings back what the browser kept of this record. It is as little to be trusted as a file. */
export function restoreDraft() {
  const held = kept<{ saved: boolean, edits: [string, ShownNote[]][] }>(data.record);
  if (!held) return;
  try {
    const read = held.edits;
    if (!read.every(([place, notes]) => places.has(place) && notes.every(isNote))) throw new TypeError();
    for (const [place, notes] of read) change(place, notes);
    keepDraft(held.saved === true);
    if (edits.size) told = "draft_back";
  } catch {
    told = "draft_unread";
  }
}

const isNote = (note: ShownNote) => (note.glyph ?? note.played ?? note.text)
  && Object.entries(note).every(([name, said]) => typeof said === "string" && VALID[name].test(said));

/** Throws all notes of the reader away, if they are sure. */
export function discard() {
  if (!confirm(t("discard_sure"))) return;
  for (const place of edits.keys()) change(place);
  redraw();
}

export function download() {
  handOver(new Blob([writtenText()], { type: "text/plain" }), `${data.game}.kifu`);
  keepDraft(true);
}
