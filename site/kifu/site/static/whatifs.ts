// What ifs: the other moves of decisions, and what each would have led to, as lines of the page. They
// are made by the rules, in Python.

import { ALL, data, main, moment, saying } from "./lines.ts";
import { now } from "./now.ts";
import { make, sentence, t, word } from "./words.ts";

/** The other moves of each ply. */
const decisions: Map<number, ToldCourse[]> = new Map(data.whatIfs[0].map(([ply, ...courses]) => [ply, courses]));

const lines = new Map<string, WhatIf>();

/** The line of another move of a ply, by its number from 1, and of a next move of its seat; or null. */
function whatIf(ply: number, number: number, next = 0): WhatIf | null {
  const path = `${ply}!${number}${next ? `.${next}` : ""}`;
  const known = lines.get(path);
  if (known) return known;
  const first = decisions.get(ply)?.[number - 1];
  const course = next ? first?.[next + 1] as ToldCourse | undefined : first;
  if (!course) return null;
  const [said, moments, ...following] = course;
  const from = ply - 1;
  const before = next ? whatIf(ply, number)?.moments ?? [] : [...main.moments.slice(0, from), { ...main.moments[from], lines: [] }];
  const all = [...before, ...moments.map((told) => (typeof told === "number" ? { ...main.moments[told], notes: [], lines: [] } : moment(told)))];
  const { seat, move: token } = all[ply];
  const words = saying(said, String(seat), all[before.length].move);
  const line = {
    path, parent: main, from, on: false, reasons: [], moments: all, last: all.length - 1,
    whatIf: { seat, token, words, next: following.length },
  };
  lines.set(path, line);
  return line;
}

/** The line at a path such as "57!3", or null. */
export function whatIfAt(path: string) {
  const found = /^(\d{1,6})!(\d{1,2})(?:\.(\d))?$/.exec(path);
  return found && whatIf(Number(found[1]), Number(found[2]), Number(found[3] ?? 0));
}

/** The other moves of the decision that led to a ply, without the lines that they lead to. */
export const others = (ply: number) => (decisions.get(ply) ?? []).map(([said, [first], ...next], nth): Offered => {
  const { seat = 0, move: token = "" } = first as ToldMoment;
  return { path: `${ply}!${nth + 1}`, whatIf: { seat, token, words: saying(said, String(seat), token), next: next.length } };
});

/** The same for those who may see what its seat held. */
export const othersAt = (ply: number) => (ply && !now.quiz && [ALL, main.moments[ply]?.seat].includes(now.viewer) ? others(ply) : []);

/** What its seat may do next, where it has to decide after a what-if. */
export function nextOf({ path, from, whatIf: other }: Line) {
  const number = Number(path.split("!")[1]);
  return Array.from({ length: other?.next ?? 0 }, (_, nth) => whatIf(from + 1, number, nth + 1) as WhatIf);
}

/** What was played in a line, as words of a record with their seats. */
export const wordsOf = ({ moments, from }: Line) =>
  moments.slice(from + 1).map(({ seat, move }) => `${seat}:${move}`).join(" ");

/** The other move of a ply that a variation of the reader's plays. */
export const whatIfOf = (ply: number, words: string) =>
  others(ply).map(({ path }) => whatIfAt(path) as WhatIf).flatMap((line) => [line, ...nextOf(line)]).find((line) => wordsOf(line) === words);

/** A button that shows what another move leads to, and says the move unless something else is to be `shown`. */
export const whatIfButton = ({ path, whatIf }: Offered, shown: Child = sentence(word(whatIf.words).split("; ")[0])) =>
  make("button.if", { type: "button", "data-if": path, title: t("what_if_see") }, shown);
