// Drafts: what the browser keeps of the reader's notes until they are part of a file.

import { data } from "./lines.ts";
import { show } from "./now.ts";
import { at, t } from "./words.ts";
import { chooseComments } from "./list.ts";
import { alike, change, edits, gaps, slots, trim, writtenText } from "./annotate.ts";
import { handOver } from "./share.ts";
import { keep, kept } from "./shelf.ts";

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
