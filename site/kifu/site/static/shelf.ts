// What the browser keeps for the reader, as JSON. It may keep nothing, and what is kept may have been
// written by anything.

/** What is kept under a name; null where there is nothing, and a text where it is no JSON. */
export function kept(name: string): any {
  let text = null;
  try {
    text = localStorage.getItem(`kifu/${name}`);
    return JSON.parse(text ?? "null");
  } catch {
    return text;
  }
}

/** Keeps a value, or with null forgets it; whether that went well. */
export function keep(name: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(`kifu/${name}`);
    else localStorage.setItem(`kifu/${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
