// The numbers of the chart: scores and chances after each ply.

import { data } from "./lines.ts";

/** The scores after every ply of a line; while they are the same, the same list. */
export function scoresOf({ moments }: Line) {
  let scores: number[] = [];
  return moments.slice(1).map((moment) => (scores = moment.scores.length ? moment.scores : scores));
}

/**
 * The chance of each side, under its first seat, after the plies where it is known. Partners have the
 * same chance, or a part of it each: the sum says both.
 */
export function chancesOf(line: Line) {
  const found = known.get(line) ?? line.moments.flatMap(({ notes }, place): Values[] => {
    const values = notes.findLast((note) => note.eval)?.eval;
    if (!values) return [];
    const total = values.reduce((sum, value) => sum + value, 0) || 1;
    const side = (seat: number) => values.filter((_, other) => data.sides[other] === data.sides[seat])
      .reduce((sum, value) => sum + value, 0);
    return [[place, values.map((_, seat) => side(seat) / total)]];
  });
  known.set(line, found);
  return found;
}

/** What is known of the lines that were asked for. */
const known = new WeakMap<Line, Values[]>();
