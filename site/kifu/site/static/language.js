// Language and colours, changed while the page is open.

const otherLanguage = () => languages[(languages.indexOf(now.language) + 1) % languages.length];

function translate() {
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
    element.textContent = word(element.dataset.words.split("/").reduce((part, name) => part[name], data));
  }
  for (const entry of moves.filter(({ said }) => said)) {
    say(entry, true);
    const { told } = entry.line.moments[entry.ply - 1];
    entry.told.forEach((element, place) => {
      element.replaceChildren(...sentence(word(told[place])));
    });
  }
  chooseComments();
  label();
  sayDraft();
}

function entitle(button, key) {
  button.title = actionName(key);
  button.setAttribute("aria-label", button.title);
}

function label() {
  labelQuiz();
  for (const button of all("[data-label]")) entitle(button, button.dataset.do);
  entitle(at("#theme"), `theme_${document.documentElement.dataset.theme ?? "auto"}`);
  at("#language").textContent = t("switch_language");
  at("#language").lang = otherLanguage();
  seek.setAttribute("aria-label", t("position"));
  at("#transport").setAttribute("aria-label", t("transport"));
  const names = { 30: t("everyone"), 0: t("public") };
  at("#viewer")?.replaceChildren(...data.viewers.map((viewer) =>
    make("option", { value: viewer }, names[viewer] ?? `${viewer}. ${data.seats[viewer - 1]}`)));
  at("#keys dl").replaceChildren(...KEYS.map(([action, key, shown = key]) => {
    const keys = shown.split(" ").map((cap) => make("kbd", {}, cap === "Space" ? t("space_key") : cap));
    return make("div", {}, make("dt", {}, ...keys), make("dd", {}, actionName(action)));
  }));
}

function turnTheme() {
  const { dataset } = document.documentElement;
  const next = { light: "dark", dark: "" }[dataset.theme] ?? "light";
  if (next) dataset.theme = next;
  else delete dataset.theme;
  label();
  show();
}
