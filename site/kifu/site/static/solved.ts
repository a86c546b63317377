// The problems that a reader has answered, as their browser keeps them: by the id of each, 1 where it
// was solved, else 0. What is kept may have been written by anything, so nothing else is taken from it.

const SOLVED = "kifu/problems";
/** More than this many are forgotten, the oldest first. */
const MOST = 20_000;

export function solved(): Map<string, number> {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(SOLVED) ?? "{}") as Record<string, number> ?? {});
    return new Map(kept.filter(([id, right]) => /^[0-9a-f]{16}$/.test(id) && (right === 0 || right === 1)));
  } catch {
    return new Map();
  }
}

/** Keeps an answer. What was solved once stays solved. */
export function keepAnswer(id: string, right: boolean) {
  const answers = solved();
  const before = answers.get(id) ?? 0;
  answers.delete(id);
  keep([...answers, [id, Math.max(before, Number(right))]]);
}

/** Forgets the answers to these problems. */
export function forget(ids: string[]) {
  keep([...solved()].filter(([id]) => !ids.includes(id)));
}

function keep(answers: any[][]) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify(Object.fromEntries(answers.slice(-MOST))));
  } catch {
    // A browser that keeps nothing forgets the answer with the page.
  }
}
