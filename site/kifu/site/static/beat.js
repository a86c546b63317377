// Beats: what is shown together when the match plays by itself. A turn in which several seats choose
// at once is one beat: all their cards come at the same time, then what follows.

import { PUBLIC } from "./lines.js";
import { tableAt } from "./fold.js";

/** @param {Line} line
 * @param {number} ply */
const toMove = (line, ply) => String(tableAt(line, ply, PUBLIC).turn).split(" ").filter(Boolean);

/**
 * How many plies after one are the next beat: those of the seats that choose at once, else one.
 * @param {Line} line
 * @param {number} ply
 */
export function beatFrom(line, ply) {
  let waiting = toMove(line, ply);
  let place = ply;
  while (waiting.length > 1 && place < line.last) {
    const seat = String(line.moments[place + 1].seat);
    const left = waiting.filter((other) => other !== seat);
    const now = toMove(line, place + 1);
    if (left.length === waiting.length || left.join() !== now.join()) break;
    waiting = left;
    place += 1;
  }
  const whole = waiting.length === 1 && place > ply && String(line.moments[place + 1]?.seat) === waiting[0];
  return whole ? place + 1 - ply : 1;
}

/**
 * The steps that plies after one show, in groups of those that are shown at once.
 * @param {Line} line
 * @param {number} from
 * @param {number} to
 * @returns {Step[][]}
 */
export function shownTogether({ moments }, from, to) {
  const all = moments.slice(from + 1, to + 1).map(({ steps }) => steps);
  const last = all[all.length - 1];
  if (all.length < 2) return last.map((step) => [step]);
  return [[...all.slice(0, -1).flat(), ...last.slice(0, 1)], ...last.slice(1).map((step) => [step])];
}
