// The problems that a reader has answered, as their browser keeps them: by the id of each, 1 where it
// was solved, else 0.

import { keep, kept } from "./shelf.ts";

export const solved = (): Record<string, number> => Object.fromEntries(Object.entries(kept<Record<string, number>>("problems") ?? {})
  .filter(([id, right]) => /^[0-9a-f]{16}$/.test(id) && (right === 0 || right === 1)));

/** Keeps an answer. What was solved once stays solved. */
export function keepAnswer(id: string, right: boolean) {
  const answers = solved();
  keep("problems", { ...answers, [id]: Math.max(answers[id] ?? 0, Number(right)) });
}

/** Forgets the answers to these problems. */
export function forget(ids: string[]) {
  keep("problems", Object.fromEntries(Object.entries(solved()).filter(([id]) => !ids.includes(id))));
}
