// Where the reader is: a line, a ply, a viewer, a language, and how the page is shown.

import { data, main } from "./lines.js";
import { ownLanguage } from "./settings.js";

export const now = {
  line: main, ply: data.excerpt[0], viewer: data.viewer, language: ownLanguage, quiz: 0,
  learn: false, playing: 0, showing: 0,
};
/** Whether the page is the slim view in another page. */
export const embedded = new URLSearchParams(location.hash.slice(1)).has("embed");
