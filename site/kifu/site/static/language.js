// Language and colours, changed while the page is open.

import { ALL, data, languages, PUBLIC } from "./lines.js";
import { keepSetting } from "./settings.js";
import { now } from "./now.js";
import {
  actionName, all, at, glyphName, make, markWords, option, put, seatWords, sentence, t, word,
} from "./words.js";
import { show, viewers } from "./place.js";
import { translateJudgements } from "./judgement.js";
import { chooseComments, moves, say } from "./list.js";
import { sayDraft } from "./drafts.js";
import { following, seek } from "./transport.js";
import { labelQuiz } from "./quiz.js";
import { translateFinale } from "./finale.js";
import { KEYS } from "./keys.js";

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
    element.textContent = word(element.dataset.words.split("/").reduce((/** @type {any} */ part, /** @type {string} */ name) => part[name], data));
  }
  for (const entry of moves.filter(({ said }) => said)) {
    say(entry, true);
    const { told } = entry.line.moments[entry.ply];
    entry.told.forEach((element, place) => put(element, sentence(word(told[place]))));
  }
  chooseComments();
  if (ANALYSED) translateJudgements();
  translateFinale();
  label();
  sayDraft();
}

/** The buttons that show a sign; what they do is said in words beside it. */
export const symbolled = all(":is(.tools, .caption, .buttons) button, #more");

/**
 * @param {HTMLElement} button
 * @param {string} key
 */
export function entitle(button, key) {
  button.title = button.ariaLabel = actionName(key);
}

function label() {
  labelQuiz();
  for (const button of symbolled) entitle(button, button.dataset.do);
  entitle(at("#theme"), `theme_${document.documentElement.dataset.theme ?? "auto"}`);
  at("#language").textContent = t("switch_language");
  at("#language").lang = otherLanguage();
  seek.ariaLabel = t("position");
  at("#transport").ariaLabel = t("transport");
  /** @type {Record<number, string>} */
  const names = { [ALL]: t("everyone"), [PUBLIC]: t("public") };
  if (viewers) put(viewers, data.viewers.map((viewer) => option(viewer, names[viewer] ?? seatWords(viewer))));
  put(at("#keys dl"), Object.keys(KEYS).map((action) => {
    const keys = KEYS[action].split(" ").map((/** @type {string} */ cap) => make("kbd", cap === "Space" ? t("space_key") : cap));
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
