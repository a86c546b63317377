// Without spoilers: the moves, the chart and its marks end at the place of the reader, as long as they like.

import { keepSetting } from "./settings.ts";
import { go, now } from "./now.ts";
import { at, toast } from "./words.ts";

const box = at("#spoilers");

export function turnSpoilers() {
  go({ spoilers: !now.spoilers });
  keepSetting("spoilers", now.spoilers);
  toast(now.spoilers ? "spoilers_on" : "spoilers_off");
}

/** Says whether they are off. */
export const labelSpoilers = () => (box.checked = !now.spoilers);

box.onchange = turnSpoilers;
