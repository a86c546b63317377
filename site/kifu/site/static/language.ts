// Language and colours, changed while the page is open.

import { ALL, data, languages, PUBLIC } from "./lines.ts";
import { keepSetting } from "./settings.ts";
import { now, show } from "./now.ts";
import {
  actionName, all, at, entitle, following, glyphName, make, markWords, option, put, seatWords, t, word,
} from "./words.ts";
import { seek, viewers } from "./bar.ts";
import { KEYS } from "./keys.ts";

export const otherLanguage = () => following(languages, now.language);

export function translate() {
  document.documentElement.lang = now.language;
  for (const element of all("[data-t]")) {
    element.textContent = t(element.dataset.t || element.dataset.do, element.dataset);
  }
  for (const element of all("[data-mark]")) element.textContent = markWords(element.dataset.mark);
  for (const element of all("[data-glyph]")) {
    element.title = glyphName(element.dataset.glyph);
    at(".sr", element).textContent = ` ${element.title}`;
  }
  for (const element of all("[data-words]")) {
    element.textContent = word(element.dataset.words.split("/").reduce((part: any, name: string) => part[name], data));
  }
}

/** The buttons that show a sign; what they do is said in words beside it. */
export const symbolled = all(":is(.tools, .caption, .buttons) button, #more");

/** Names what has no words of its own. */
export function label() {
  for (const button of symbolled) entitle(button, button.dataset.do);
  entitle(at("#theme"), `theme_${document.documentElement.dataset.theme ?? "auto"}`);
  at("#language").textContent = t("switch_language");
  at("#language").lang = otherLanguage();
  seek.ariaLabel = t("position");
  at("#transport").ariaLabel = t("transport");
  const names: Record<number, string> = { [ALL]: t("everyone"), [PUBLIC]: t("public") };
  if (viewers) put(viewers, data.viewers.map((viewer) => option(viewer, names[viewer] ?? seatWords(viewer))));
  put(at("#keys dl"), Object.keys(KEYS).map((action) => {
    const keys = KEYS[action].split(" ").map((cap: string) => make("kbd", cap === "Space" ? t("space_key") : cap));
    return make("div", make("dt", keys), make("dd", make("button", { "data-act": action }, actionName(action))));
  }));
}

export function turnTheme() {
  const { dataset } = document.documentElement;
  const next = dataset.theme === "light" ? "dark" : dataset.theme === "dark" ? "" : "light";
  if (next) dataset.theme = next;
  else delete dataset.theme;
  keepSetting("theme", next);
  label();
  show();
}
