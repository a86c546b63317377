// Playing: the match goes on by itself, move by move.

import { data, main } from "./lines.js";
import { go, notify, now } from "./now.js";
import { at } from "./words.js";
import { table } from "./table.js";
import { showBar } from "./bar.js";

export const speed = () => Number(at("#speed").value) || 1;

export function play() {
  if (now.ply === now.line.last) go({ ply: now.line.from });
  tickOn();
}

/** Goes on move by move, to the end of the line, or of what is worth showing in it. */
function tickOn() {
  now.playing = setTimeout(() => {
    const shown = !("showing" in table.dataset);
    if (shown) go({ ply: now.ply + 1 });
    const ends = [now.line.last, now.line === main ? data.excerpt[1] : 0];
    if (shown && ends.includes(now.ply)) {
      pause();
      notify("played");
    }
    else if (now.playing) tickOn();
  }, patience());
  showBar();
}

/** Milliseconds until the next move: at the chosen speed or, where clocks tell how long it took, a
 * tenth of that, between 0.3 and 5 seconds. */
function patience() {
  const spent = at("#speed").value === "clock" && now.line === main ? data.spent[now.ply] : null;
  return spent == null ? 900 / speed() : Math.min(5000, Math.max(300, 100 * spent));
}

export function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}
