// A what-if that the reader keeps: a variation among their notes, and with these in the record.

import { now } from "./now.ts";
import { at } from "./words.ts";
import { change, notesHere } from "./annotate.ts";
import { redraw } from "./drafts.ts";
import { wordsOf } from "./whatifs.ts";

/** Keeps the what-if that is shown as a variation, or drops it where it is kept. */
export function keepWhatIf() {
  const { line } = now;
  if (!line.whatIf) return;
  const place = String(line.from + 1);
  const words = wordsOf(line);
  const lists = notesHere(place).map((notes) => notes.filter((note) => note.line !== words));
  const kept = lists.flat().length < notesHere(place).flat().length;
  if (!kept) lists[0].push({ line: words });
  change(place, lists);
  redraw();
  at('[data-do="keep_what_if"]').focus();
}
