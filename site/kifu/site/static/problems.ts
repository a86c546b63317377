// The index of problems: which of them the reader has answered, in the reader's language.

import { forget, solved } from "./solved.ts";
import { keepSetting, languageOf, settings, wear } from "./shelf.ts";

const LANGUAGES = ["en", "ja"];
const at = (selector: string) => document.querySelector(selector) as Part;
const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-id]")];
const found: string[] = JSON.parse(at("#words").textContent);

const root = document.documentElement;
wear(settings.theme);
let language = languageOf(LANGUAGES, root.lang);
const other = () => LANGUAGES.find((one) => one !== language) ?? "";

function show() {
  root.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>("[data-en]")) element.textContent = element.dataset[language] ?? "";
  document.title = at("h1").textContent;
  at("#language").lang = other();
  const answers = solved();
  let right = 0, answered = 0;
  for (const link of links) {
    const answer = answers[link.dataset.id ?? ""];
    link.classList.toggle("right", answer === 1);
    link.classList.toggle("wrong", answer === 0);
    right += Number(answer === 1);
    answered += Number(answer !== undefined);
  }
  at("#kept").hidden = !answered;
  at("#found").textContent = found[LANGUAGES.indexOf(language)]
    .replace("{n}", String(right)).replace("{answered}", String(answered)).replace("{of}", String(links.length));
}

at("#language").onclick = () => {
  language = other();
  keepSetting("language", language);
  show();
};
at("#again").onclick = () => {
  forget(links.map(({ dataset }) => dataset.id ?? ""));
  show();
};
// The reader may come back to this page as they left it.
addEventListener("pageshow", show);
at("#language").hidden = false;
show();
document.body.dataset.ready = "";
