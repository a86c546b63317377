// What the browser keeps for the reader, as JSON, and what the reader has chosen once and wants everywhere: language, colours,
// speed, keys. It may keep nothing, and what is kept may have been written by anything.

/** What is kept under a name; null where there is nothing, and a text where it is no JSON. */
export function kept<Held>(name: string): Held | null {
  let text = null;
  try {
    text = localStorage.getItem(`kifu/${name}`);
    return JSON.parse(text ?? "null");
  } catch {
    return text as Held;
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

/** The settings of this browser; where it keeps none, there are none. */
export const settings: Looks = { ...kept<object>("settings") };

export function keepSetting(name: string, value: unknown) {
  settings[name] = value;
  keep("settings", settings);
}

/** Dresses the page in "light", "dark" or, with "", as the system does; anything else changes nothing. */
export function wear(theme: unknown) {
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  else if (theme === "") delete dataset.theme;
}

/** The language to begin with: the reader's choice, the browser's, else the page's own. */
export const languageOf = (languages: string[], own: string) =>
  [settings.language, ...navigator.languages.map((tag) => tag.split("-")[0])]
    .find((language): language is string => languages.includes(String(language))) ?? own;
