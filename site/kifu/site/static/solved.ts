// The problems that a reader has answered, as their browser keeps them: by the id of each, 1 where it
// was solved, else 0.

import { keep, kept } from "./shelf.ts";

/** More than this many are forgotten, the oldest first. */
const MOST = 20_000;

export function solved(): Map<string, number> {
  return new Map(Object.entries<number>(kept("problems") ?? {}).filter(([id, right]) => /^[0-9a-f]{16}$/.test(id) && (right === 0 || right === 1)));
}

/** Keeps an answer. What was solved once stays solved. */
export function keepAnswer(id: string, right: boolean) {
  const answers = solved();
  const before = answers.get(id) ?? 0;
  answers.delete(id);
  store([...answers, [id, Math.max(before, Number(right))]]);
}

/** Forgets the answers to these problems. */
export function forget(ids: string[]) {
  store([...solved()].filter(([id]) => !ids.includes(id)));
}

const store = (answers: [string, number][]) => keep("problems", Object.fromEntries(answers.slice(-MOST)));
