// Playing: the match goes on by itself, beat by beat.

import { calm, data, main } from "./lines.ts";
import { go, notify, now } from "./now.ts";
import { at } from "./words.ts";
import { table } from "./table.ts";
import { beatFrom } from "./beat.ts";
import { showBar } from "./bar.ts";

export const speed = () => Number(at("#speed").value) || 1;

export function play() {
  if (now.ply === now.line.last) go({ ply: now.line.from });
  tickOn();
}

/** Goes on beat by beat, to the end of the line, or of what is worth showing in it. */
function tickOn(wait = patience()) {
  now.playing = setTimeout(() => {
    if ("showing" in table.dataset) return tickOn(LOOKS);
    const { line, ply } = now;
    const ends = [line.last, line === main ? data.excerpt[1] : 0].filter((end) => end > ply);
    go({ ply: Math.min(ply + plies(), ...ends) });
    if (now.ply === line.last || ends.includes(now.ply)) {
      pause();
      notify("played");
    }
    else if (now.playing) tickOn(patience(now.ply - ply));
  }, wait);
  showBar();
}

/** How often somebody looks whether a move has been shown, in milliseconds. */
const LOOKS = 60;

/** By the clock every move has its own time. */
const byClock = () => at("#speed").value === "clock" && now.line === main;
/** The plies until the next still. */
const plies = () => (byClock() ? 1 : beatFrom(now.line, now.ply));

/**
 * Milliseconds until the next move: at the chosen speed or, where clocks tell how long it took, a
 * tenth of that, between 0.3 and 5 seconds. A still of a whole turn takes as long as two.
 * @param shown the plies that the reader sees meanwhile
 */
function patience(shown = 1) {
  const spent = byClock() ? data.spent[now.ply] : null;
  const one = spent == null ? 900 / speed() : Math.min(5000, Math.max(300, 100 * spent));
  return shown > 1 && calm.matches ? 2 * one : one;
}

export function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}
