// What the reader sets, while the page is open: whether results may be told, language and colours; and the name of each key.

import { keepSetting, wear } from "./shelf.ts";
import { embedded, go, now, show } from "./now.ts";
import {
  actionName, all, at, entitle, following, make, markWords, option, put, seatWords, t, toast, word,
} from "./words.ts";
import { ALL, data, languages, PUBLIC } from "./lines.ts";
import { slots } from "./notes.ts";
import { seek, viewers } from "./chart.ts";

const box = at("#spoilers");

export function turnSpoilers() {
  go({ spoilers: !now.spoilers });
  keepSetting("spoilers", now.spoilers);
  toast(now.spoilers ? "spoilers_on" : "spoilers_off");
}

/** Says whether they are off. */
export const labelSpoilers = () => (box.checked = !now.spoilers);

box.onchange = turnSpoilers;

/** What it does, and the key for it, with the name that it has on the page. */
export const KEYS: Record<string, string> = {
  next: "→", back: "←", next_turn: "Shift →", back_turn: "Shift ←", next_round: "]", back_round: "[",
  next_note: "n", back_note: "p", next_mistake: "m", back_mistake: "Shift M", next_event: "h",
  back_event: "Shift H", first: "Home", last: "End", play: "Space", next_view: "v",
  other_language: "l", theme: "d", copy_link: "c", share: "s", annotate: "e", leave_variation: "Esc", quiz: "q",
  guess: "g", next_own: "j", back_own: "Shift J", learn: "x", spoilers: "o", help: "?",
};
if (!data.analysis.judged) for (const action of ["next_own", "back_own", "learn"]) delete KEYS[action];
if (!slots.length || embedded) delete KEYS.annotate;
export const NAMES: Record<string, string> = { ArrowRight: "→", ArrowLeft: "←", Escape: "Esc", " ": "Space" };

export const otherLanguage = () => following(languages, now.language);

export function translate() {
  document.documentElement.lang = now.language;
  for (const element of all("[data-t]")) {
    element.textContent = t(element.dataset.t || element.dataset.do, element.dataset);
  }
  for (const element of all("[data-mark]")) element.textContent = markWords(element.dataset.mark);
  for (const element of all("[data-words]")) {
    element.textContent = word(element.dataset.words.split("/").reduce((part: unknown, name) => (part as Looks)[name], data) as string[]);
  }
}

/** The buttons that show a sign; what they do is said in words beside it. */
const symbolled = all(":is(.tools, .caption, .buttons) button, #more, #share, #shut");

/** Names what has no words of its own. */
export function label() {
  for (const button of symbolled) entitle(button, button.dataset.do);
  entitle(at("#theme"), `theme_${document.documentElement.dataset.theme ?? "auto"}`);
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
  const next = following(["light", "dark", ""], document.documentElement.dataset.theme ?? "");
  wear(next);
  keepSetting("theme", next);
  label();
  show();
}
