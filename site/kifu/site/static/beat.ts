// Beats: what is shown together when the match plays by itself. A turn in which several seats choose
// at once is one beat: all their cards come at the same time, then what follows.

import { PUBLIC } from "./lines.ts";
import { tableAt } from "./fold.ts";

const toMove = (line: Line, ply: number) => String(tableAt(line, ply, PUBLIC).turn).split(" ").filter(Boolean);

/** How many plies after one are the next beat: those of the seats that choose at once, else one. */
export function beatFrom(line: Line, ply: number) {
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

/** The steps that plies after one show, in groups of those that are shown at once. */
export function shownTogether({ moments }: Line, from: number, to: number): Step[][] {
  const all = moments.slice(from + 1, to + 1).map(({ steps }) => steps);
  const last = all[all.length - 1];
  if (all.length < 2) return last.map((step) => [step]);
  return [[...all.slice(0, -1).flat(), ...last.slice(0, 1)], ...last.slice(1).map((step) => [step])];
}
