// What a reader has chosen once and wants everywhere: language, colours, speed, keys.

import { keep, kept } from "./shelf.ts";

/** The settings of this browser; where it keeps none, there are none. */
export const settings: Record<string, unknown> = { ...kept("settings") };

export function keepSetting(name: string, value: unknown) {
  settings[name] = value;
  keep("settings", settings);
}

/** The language to begin with: the reader's choice, the browser's, else the page's own. */
export const languageOf = (languages: string[], own: string) =>
  [settings.language, ...navigator.languages.map((tag) => tag.split("-")[0])]
    .find((language): language is string => languages.includes(String(language))) ?? own;
