// The editor: a form for the glyphs and comments of one place.

import { languages } from "./lines.ts";
import { now } from "./now.ts";
import { all, at, glyphName, make, put, t } from "./words.ts";
import { sentenceNow } from "./story.ts";
import {
  author, authorOf, change, edits, FORBIDDEN, gaps, notesHere, partsOf, placeOf, redraw, reworded, signAs, signOf, SIGNS, trim,
} from "./notes.ts";
import { pause } from "./motion.ts";
import { openTab } from "./tabs.ts";

export const editor = at("#annotate");
const LONGEST = 20000;
/** The place, a field set for each comment, and whether Escape has said that it drops them. */
export const editing = { place: "", comments: [] as CommentFields[], warned: false };

/** The fields of a comment, and what was in them. */
interface CommentFields {
  note: Note;
  text: HTMLTextAreaElement;
  language: HTMLSelectElement;
  by: HTMLInputElement;
  before: string[];
}

/** Opens the form for the notes of this place, in the panel: the table stays in sight. */
export function annotate() {
  if (!gaps.has(placeOf(now.line, now.ply))) return;
  if (now.playing) pause();
  openTab("notes");
  fillForm();
  editor.close();
  editor.show();
  at("textarea", editor).focus();
}

/** Where the reader goes while the form is open, it goes with them, and what they wrote is kept; but
 * what no record can hold waits for them at its place. */
export function followReader() {
  const place = placeOf(now.line, now.ply);
  if (!editor?.open || place === editing.place) return;
  const left = editing.place;
  if (isChanged()) {
    if (!at("form", editor).checkValidity()) return;
    editing.place = place; // What is saved is drawn, and the reader followed again.
    saveNotes(left);
  }
  if (gaps.has(place)) fillForm();
  else editor.close();
}

function fillForm() {
  editing.place = placeOf(now.line, now.ply);
  const notes = notesHere(editing.place).flat();
  const signs = notes.flatMap(({ glyph }) => signOf(glyph) ?? []);
  put(at("#annotated"), sentenceNow());
  put(at("#signs"), [...new Set([...SIGNS.slice(1), ...signs])].map((sign) => {
    const box = make("input", { type: "checkbox", value: sign });
    box.checked = box.defaultChecked = signs.includes(sign);
    return make("label", { title: glyphName(sign) }, box, sign, make("span.sr", ` ${glyphName(sign)}`));
  }));
  editing.comments = [];
  put(at("#comments"));
  const comments = notes.filter(({ text }) => text && partsOf(text).prose);
  if (comments.length) comments.forEach((note) => addComment(note));
  else addComment();
  at('[data-do="undo_notes"]').hidden = !edits.has(editing.place);
  warn(false);
}

/** A field set for a comment that is there, or for a new one. */
export function addComment(note?: Note): HTMLTextAreaElement {
  const spoken = note ? note.lang ?? "" : now.language;
  const codes = [...new Set(["", ...languages, spoken])];
  const text = make("textarea", { rows: 3, dir: "auto", "aria-label": t("comment"), maxlength: note ? null : LONGEST });
  text.value = note ? partsOf(note.text ?? "").prose : "";
  const language = make("select", codes.map((code) =>
    make("option", { value: code, lang: code || null }, code ? languageName(code) : t("any_language"))));
  language.value = spoken;
  const by = make("input", { type: "text", maxlength: 100, dir: "auto", autocomplete: "name" });
  const last = editing.comments.findLast((entry) => !entry.note.text);
  by.value = note ? authorOf(note) : last?.by.value ?? author;
  const before = [text, language, by].map(({ value }) => value);
  const entry = { note: note ?? {}, text, language, by, before };
  editing.comments.push(entry);
  at("#comments").append(make(
    "fieldset", make("legend", t("comment_n", { n: editing.comments.length })), text,
    make("label", t("language"), " ", language), make("label", t("author"), " ", by),
  ));
  return text;
}

function languageName(code: string) {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code);
  } catch {
    return code;
  }
}

const isTouched = ({ text, language, by, before }: CommentFields) =>
  [text, language, by].some(({ value }, field) => value !== before[field]);

/** What the form makes of the comments: note -> what becomes of it, and those that are new. */
function commentsMade() {
  const became: Map<Note, Note | null> = new Map();
  const added: Note[] = [];
  for (const entry of editing.comments.filter(isTouched)) {
    const by = trim(entry.by.value);
    const made = reworded(entry.note, trim(entry.text.value), by);
    const comment = made && withLanguage(made, entry.language.value);
    if (entry.note.text) became.set(entry.note, comment);
    else if (comment) added.push(comment);
    if (by && comment) signAs(by);
  }
  return { became, added };
}

const withLanguage = ({ before, text }: Note, lang: string) => ({ before, text, lang: lang || undefined });

function saveNotes(place: string) {
  const wanted = all("#signs input").filter(({ checked }) => checked).map(({ value }) => value);
  const { became, added } = commentsMade();
  const lists = notesHere(place).map((notes) => notes
    .filter((note) => !note.glyph || wanted.includes(signOf(note.glyph)))
    .flatMap((note) => (became.has(note) ? became.get(note) ?? [] : note)));
  const there = lists.flat().map(({ glyph }) => signOf(glyph));
  const signs = wanted.filter((sign) => !there.includes(sign)).map((glyph) => ({ glyph }));
  lists[0].splice(lists[0].findLastIndex(({ glyph }) => glyph) + 1, 0, ...signs);
  lists[0].push(...added);
  change(place, lists);
  redraw();
}

const isChanged = () => editing.comments.some(isTouched)
  || all("#signs input").some(({ checked, defaultChecked }) => checked !== defaultChecked);

/** Says, where something was typed, that it goes with the next Escape. */
function warn(warned: boolean) {
  editing.warned = warned;
  at("#unkept").textContent = warned ? t("unkept") : "";
}

/** What a record can't hold is said at its field, and the form waits. */
function checkField({ target }: { target: any }) {
  const bad = target.type === "text" ? /[[\]]/.test(target.value) && "no_brackets"
    : target.matches("textarea") && FORBIDDEN.test(target.value) && "no_such_character";
  target.setCustomValidity?.(bad ? t(bad) : "");
  warn(false);
}

editor?.addEventListener("submit", () => saveNotes(editing.place));
editor?.addEventListener("input", checkField);
editor?.addEventListener("keydown", (event: KeyboardEvent) => {
  event.stopPropagation();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at('[data-t="keep_notes"]', editor).click();
  if (event.key !== "Escape") return;
  if (isChanged() && !editing.warned) warn(true);
  else editor.close();
});
