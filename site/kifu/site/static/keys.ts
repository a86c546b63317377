// What the keys do.

import { data } from "./lines.ts";
import { embedded } from "./now.ts";
import { slots } from "./annotate.ts";

/** What it does, and the key for it, with the name that it has on the page. */
export const KEYS: Record<string, string> = {
  next: "→", back: "←", next_turn: "Shift →", back_turn: "Shift ←", next_round: "]", back_round: "[",
  next_note: "n", back_note: "p", next_mistake: "m", back_mistake: "Shift M", next_event: "h",
  back_event: "Shift H", first: "Home", last: "End", play: "Space", again: "r", next_view: "v",
  other_language: "l", theme: "d", copy_link: "c", share: "s", annotate: "e", leave_variation: "Esc", quiz: "q",
  guess: "g", goto: "t", return: "b", next_own: "j", back_own: "Shift J", learn: "x", spoilers: "o", help: "?",
};
if (!data.analysis.judged) for (const action of ["next_own", "back_own", "learn"]) delete KEYS[action];
if (!slots.length || embedded) delete KEYS.annotate;
export const NAMES: Record<string, string> = { ArrowRight: "→", ArrowLeft: "←", Escape: "Esc", " ": "Space" };
