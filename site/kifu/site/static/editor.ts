// The editor: a form for the glyphs and comments that the reader adds at one place.

import { languages } from "./lines.ts";
import { now } from "./now.ts";
import { all, at, glyphName, make, put, t, targetOf } from "./words.ts";
import { sentenceNow } from "./story.ts";
import { author, change, edits, notesHere, placeOf, places, redraw, signAs, VALID } from "./notes.ts";
import { pause } from "./motion.ts";
import { openTab } from "./tabs.ts";

export const editor = at("#annotate");
const form: HTMLFormElement | null = document.querySelector("#annotate form");
const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];
const LONGEST = 20000;
/** The place, and whether something was written, and Escape has said that it drops that. */
export const editing = { place: "", changed: false, warned: false };

/** Opens the form for the notes of this place, in the panel: the table stays in sight. */
export function annotate() {
  if (!places.has(placeOf(now.line, now.ply))) return;
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
  if (editing.changed) {
    if (!form?.checkValidity()) return;
    editing.place = place; // What is saved is drawn, and the reader followed again.
    saveNotes(left);
  }
  if (places.has(place)) fillForm();
  else editor.close();
}

function fillForm() {
  Object.assign(editing, { place: placeOf(now.line, now.ply), changed: false });
  const notes = notesHere(editing.place);
  put(at("#annotated"), sentenceNow());
  put(at("#signs"), SIGNS.map((sign) => {
    const checked = notes.some(({ glyph }) => glyph === sign) ? "" : null;
    return make("label", { title: glyphName(sign) }, make("input", { type: "checkbox", name: "glyph", value: sign, checked }), sign, make("span.sr", ` ${glyphName(sign)}`));
  }));
  put(at("#comments"));
  const comments = notes.filter(({ text }) => text);
  if (comments.length) comments.forEach((note) => addComment(note));
  else addComment();
  at('[data-do="undo_notes"]').hidden = !edits.has(editing.place);
  warn(false);
}

/** A field set for a comment that is there, or for a new one by the author of the last. */
export function addComment(note?: ShownNote) {
  const last = all('#comments [name="by"]').at(-1)?.value ?? author;
  const { text: said, lang = "", by = "" } = note ?? { lang: now.language, by: last };
  const text = make("textarea", { name: "text", rows: 3, dir: "auto", "aria-label": t("comment"), maxlength: LONGEST }, said);
  const language = make("select", { name: "lang" }, ["", ...languages].map((code) =>
    make("option", { value: code, lang: code || null, selected: code === lang ? "" : null }, code ? languageName(code) : t("any_language"))));
  const name = make("input", { name: "by", type: "text", value: by, maxlength: 100, dir: "auto", autocomplete: "name" });
  const legend = make("legend", t("comment_n", { n: all("#comments fieldset").length + 1 }));
  at("#comments").append(make("fieldset", legend, text, make("label", t("language"), " ", language), make("label", t("author"), " ", name)));
  return text;
}

const languageName = (code: string) => new Intl.DisplayNames([code], { type: "language" }).of(code);

/** Makes notes of what is in the form; variations among the reader's notes stay. */
function saveNotes(place: string) {
  const fields = new FormData(form ?? undefined);
  const values = (name: string) => fields.getAll(name).map((value) => String(value).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
  const [texts, languages, authors] = ["text", "lang", "by"].map(values);
  const comments = texts.map((text, nth) => ({ text, lang: languages[nth] || undefined, by: authors[nth] || undefined })).filter(({ text }) => text);
  const by = comments.at(-1)?.by;
  if (by) signAs(by);
  change(place, [...values("glyph").map((glyph) => ({ glyph })), ...comments, ...notesHere(place).filter(({ played }) => played)]);
  redraw();
}

/** Says, where something was typed, that it goes with the next Escape. */
function warn(warned: boolean) {
  editing.warned = warned;
  at("#unkept").textContent = warned ? t("unkept") : "";
}

/** What a record can't hold is said at its field, and the form waits. */
function checkField(event: Event) {
  const target = targetOf(event);
  const bad = !VALID[target.name].test(target.value);
  target.setCustomValidity(bad ? t(target.name === "by" ? "no_brackets" : "no_such_character") : "");
  editing.changed = true;
  warn(false);
}

editor?.addEventListener("submit", () => saveNotes(editing.place));
editor?.addEventListener("input", checkField);
editor?.addEventListener("keydown", (event: KeyboardEvent) => {
  event.stopPropagation();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at('[data-t="keep_notes"]', editor).click();
  if (event.key !== "Escape") return;
  if (editing.changed && !editing.warned) warn(true);
  else editor.close();
});
