// Where the reader is: a line, a ply, a viewer, a language; and the same in the address,
// #ply=57&line=4.1&seat=2&lang=ja&quiz=2.

const now = {
  line: main, ply: data.excerpt[0], viewer: data.viewer, language: data.language, quiz: 0,
  playing: 0, showing: 0,
};

/** Goes to a place; what is left out stays as it is. Before its first move a variation ends. */
function go({
  line = now.line, ply = now.ply, viewer = now.viewer, language = now.language, quiz = now.quiz,
}) {
  finish();
  const turned = language !== now.language;
  const before = { line: now.line, ply: now.ply };
  Object.assign(now, { line, viewer, language, quiz });
  now.ply = Math.min(Math.max(ply, 0), line.moments.length);
  while (now.ply < now.line.from) now.line = now.line.parent;
  if (quiz) holdBack();
  if (turned) translate();
  show();
  const step = now.line === before.line && now.ply === before.ply + 1 && !turned;
  if (step && !calm.matches) perform();
  remember();
}

function show() {
  const { line, ply, viewer } = now;
  const steps = ply ? line.moments[ply - 1].steps : [];
  table.dataset.ply = ply - line.from;
  table.dataset.line = line.path;
  table.dataset.viewer = viewer;
  drawTable(tableAt(line, ply, viewer));
  freshen(steps);
  tell(steps);
  showNotes();
  showMoves();
  showBar();
  showCharts();
  showQuiz();
  document.body.classList.toggle("ended", line === main && ply === main.moments.length);
  if (at("#viewer")) at("#viewer").value = viewer;
  settle();
}

/** A viewer as the address names it. */
const viewerName = (viewer) => ({ [ALL]: "all", [PUBLIC]: "public" })[viewer] ?? String(viewer);

function readPlace(fragment) {
  const asked = new URLSearchParams(fragment.replace(/^#/, ""));
  const place = { line: lineAt(asked.get("line") ?? "") ?? main };
  const ply = asked.get("ply") ?? "";
  if (/^\d{1,7}$/.test(ply)) place.ply = Number(ply) + place.line.from;
  else place.ply = place.line === now.line ? now.ply : place.line.from;
  const named = (name) => data.viewers.find((viewer) => viewerName(viewer) === asked.get(name));
  place.viewer = named("seat") ?? now.viewer;
  place.quiz = named("quiz") || now.quiz;
  if (languages.includes(asked.get("lang"))) place.language = asked.get("lang");
  return place;
}

function writePlace() {
  const { line, ply, language } = now;
  const viewer = now.quiz ? quiz.viewer : now.viewer;
  const parts = [`ply=${ply - line.from}`];
  if (line.path) parts.push(`line=${line.path}`);
  if (viewer !== data.viewer) parts.push(`seat=${viewerName(viewer)}`);
  if (language !== data.language) parts.push(`lang=${language}`);
  if (now.quiz) parts.push(`quiz=${viewerName(now.quiz)}`);
  return `#${parts.join("&")}`;
}

let remembering = 0;

/** Browsers allow only so many changes of the address in a while, so it follows a little later. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", addressed()), 200);
}

const addressed = () => writePlace().replace("#", embedded ? "#embed&" : "#");
const link = () => location.href.split("#")[0] + writePlace();

async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    at("#toast").textContent = t("copied");
    setTimeout(() => (at("#toast").textContent = ""), 2000);
    button.focus();
    return true;
  } catch {
    const box = at("#copying textarea");
    box.value = text;
    at("#copying").showModal();
    box.select();
    return false;
  }
}
