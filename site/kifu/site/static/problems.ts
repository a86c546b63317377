// The index of problems: which of them the reader has answered, in the reader's language.

import { forget, solved } from "./solved.ts";

const SETTINGS = "kifu/settings";
const LANGUAGES = ["en", "ja"];
const at = (selector: string): any => document.querySelector(selector);
const links: any[] = [...document.querySelectorAll("[data-id]")];
const found = JSON.parse(at("#words").textContent);

/** What the replay pages keep, or nothing. */
function settings() {
  try {
    return { ...JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") };
  } catch {
    return {};
  }
}

const kept = settings();
if (["light", "dark"].includes(kept.theme)) document.documentElement.dataset.theme = kept.theme;
const asked = [kept.language, ...navigator.languages.map((tag) => tag.split("-")[0])];
let language = asked.find((one) => LANGUAGES.includes(one)) ?? document.documentElement.lang;

function show() {
  document.documentElement.lang = language;
  for (const element of (document.querySelectorAll("[data-en]") as any)) element.textContent = element.dataset[language];
  document.title = at("h1").textContent;
  at("#language").lang = LANGUAGES.find((one) => one !== language);
  const answers = solved();
  let right = 0, answered = 0;
  for (const link of links) {
    const answer = answers.get(link.dataset.id);
    link.classList.toggle("right", answer === 1);
    link.classList.toggle("wrong", answer === 0);
    right += Number(answer === 1);
    answered += Number(answer !== undefined);
  }
  at("#kept").hidden = !answered;
  at("#found").textContent = found[LANGUAGES.indexOf(language)]
    .replace("{n}", right).replace("{answered}", answered).replace("{of}", links.length);
}

at("#language").onclick = () => {
  language = LANGUAGES.find((one) => one !== language) ?? language;
  try {
    localStorage.setItem(SETTINGS, JSON.stringify({ ...settings(), language }));
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
  show();
};
at("#again").onclick = () => {
  forget(links.map((link) => link.dataset.id));
  show();
};
// The reader may come back to this page as they left it.
addEventListener("pageshow", show);
at("#language").hidden = false;
show();
document.body.dataset.ready = "";
