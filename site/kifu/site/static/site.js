// The index: matches are searched and filtered without asking any server. What the reader chose
// stands in the fragment, so that it can be sent to others.

const at = (selector) => document.querySelector(selector);
const data = JSON.parse(at("#data").textContent);
const { words } = data;
const form = at("#filters"), list = at("#list"), more = at("#more");
const STEP = 60;
const NAME = 0, GAME = 1, PLAYERS = 2, SCORES = 3, WINNERS = 4, DATE = 5, EVENT = 6, SITE = 7, NOTES = 8, PLAYING = 9;

const folded = (text) => text.normalize("NFKC").toLowerCase();
const year = (match) => /^\d{4}/.exec(match[DATE])?.[0] ?? "";
const texts = data.matches.map((match) => folded([
  ...match[PLAYERS].map((player) => data.players[player][0]),
  data.games[match[GAME]].join(" "),
  data.events[match[EVENT]]?.[0] ?? "",
  data.sites[match[SITE]] ?? "",
  match[DATE],
].join("\n")));
let found = [], shown = 0;

function element(name, className, ...inner) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...inner);
  return made;
}

function row(match) {
  const chairs = match[PLAYERS].map((player, seat) => {
    const won = match[WINNERS].includes(seat), score = match[SCORES][seat];
    const chair = element("span", won ? "chair won" : "chair", element("bdi", "", data.players[player][0]));
    if (won) chair.append(element("span", "sr", words.winner));
    if (score !== null) chair.append(" ", element("b", "", score));
    return chair;
  });
  const who = element("a", "who", ...chairs);
  who.href = `matches/${match[NAME]}.html`;
  const what = element("p", "what", element("span", "chip", data.games[match[GAME]][1]));
  if (match[PLAYING]) what.append(" ", element("span", "chip live", words.playing));
  what.append(" ", element("span", "", match[DATE] || words.undated));
  const event = data.events[match[EVENT]];
  if (event) {
    const link = element("a", "", event[0]);
    link.href = `events/${event[1]}.html`;
    link.dir = "auto";
    what.append(" ", link);
  }
  if (match[NOTES]) what.append(" ", element("span", "noted", words.remarks.replace("{n}", match[NOTES])));
  return element("li", "match", who, what);
}

function show(number) {
  const rows = found.slice(shown, shown + number).map((place) => row(data.matches[place]));
  list.firstElementChild.append(...rows);
  shown += rows.length;
  more.hidden = shown >= found.length;
}

function search() {
  const wanted = folded(form.q.value).split(/\s+/).filter(Boolean);
  const { game, seats, notes } = form;
  found = [];
  data.matches.forEach((match, place) => {
    if (game.value && data.games[match[GAME]][0] !== game.value) return;
    if (form.year.value && year(match) !== form.year.value) return;
    if (seats.value && match[PLAYERS].length !== Number(seats.value)) return;
    if (notes.checked && !match[NOTES]) return;
    if (wanted.every((word) => texts[place].includes(word))) found.push(place);
  });
  document.body.classList.toggle("hide-results", form.hide.checked);
  list.replaceChildren(element("ol", "matches"));
  shown = 0;
  show(STEP);
  const count = words.found.replace("{n}", found.length).replace("{of}", data.matches.length);
  at("#found").textContent = found.length ? count : words.nothing;
}

function remember() {
  const chosen = new URLSearchParams();
  for (const field of form.elements) {
    if (field.type === "checkbox" ? field.checked : field.value) chosen.set(field.name, field.type === "checkbox" ? "1" : field.value);
  }
  const fragment = chosen.toString();
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
}

function recall() {
  const chosen = new URLSearchParams(location.hash.slice(1));
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = chosen.get(field.name) === "1";
    else field.value = chosen.get(field.name) ?? "";
    if (field.selectedIndex === -1) field.selectedIndex = 0;
  }
  search();
}

function offer(select, choices) {
  for (const [value, text] of choices) select.append(new Option(text, value));
  select.parentElement.hidden = choices.length < 2;
}

if (list) {
  const every = (of) => [...new Set(data.matches.map(of))];
  offer(form.game, data.games);
  offer(form.year, every(year).filter(Boolean).sort().reverse().map((each) => [each, each]));
  offer(form.seats, every((match) => match[PLAYERS].length).sort((a, b) => a - b)
    .map((each) => [each, form.seats.dataset.text.replace("{n}", each)]));
  form.addEventListener("input", () => { search(); remember(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => show(STEP * 2));
  addEventListener("hashchange", recall);
  form.hidden = false;
  recall();
}
document.body.dataset.ready = "";
