// What a reader has chosen once and wants everywhere: language, colours, speed, keys.

import { data, languages } from "./lines.ts";

const SETTINGS = "kifu/settings";

/** The settings of this browser; where it keeps none, there are none. */
export const settings: Record<string, any> = (() => {
  try {
    return { ...JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") };
  } catch {
    return {};
  }
})();

export function keepSetting(name: string, value: unknown) {
  settings[name] = value;
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

/** Whether what comes is shown before the reader gets there, by the reader's choice. */
export const ownSpoilers = settings.spoilers !== false;

/** The language to begin with: the reader's choice, the browser's, else the page's own. */
export const ownLanguage = [settings.language, ...navigator.languages.map((tag) => tag.split("-")[0]), data.language]
  .find((language) => languages.includes(language));
