// What if, to be seen: which moves and options lead to a what-if, and what is said of the one that is
// shown. It never looks like the match: the felt has a dashed edge.

import { ALL, main } from "./lines.ts";
import { go, now } from "./now.ts";
import { at, make, put, seatName, spoken, t, targetOf } from "./words.ts";
import { flag, table } from "./table.ts";
import { lossWords, sees_judged } from "./judgement.ts";
import { say } from "./story.ts";
import { change, notesHere, places, redraw } from "./notes.ts";
import { nextOf, othersAt, whatIfAt, whatIfButton, wordsOf } from "./whatifs.ts";

/** Where the reader was when they asked. */
let asked = 0;

const bar = at("#what-if");
const list = at("#what-ifs");

const buttons = (lines: Offered[]) => lines.map((line) => [whatIfButton(line), " "]);

/** Says and marks which what-ifs there are here, and which one is shown. */
export function showWhatIf() {
  const { line, ply } = now;
  const { whatIf } = line;
  flag(document.body, { if: whatIf });
  bar.hidden = !whatIf;
  const here = line === main ? othersAt(ply) : [];
  list.hidden = !here.length || Boolean(at("body:not(.embed) #analysis:not(.shut) [data-if]"));
  put(list, !list.hidden && [t("what_if_others"), " ", buttons(here)]);
  if (!whatIf) return;
  const place = String(line.from + 1);
  const kept = notesHere(place).some(({ played }) => played === wordsOf(line));
  put(
    bar, make("button", { "data-do": "leave_variation" }, t("what_if_back")), " ",
    places.has(place) && make("button", { "data-do": "keep_what_if", "aria-pressed": kept }, t(kept ? "what_if_kept" : "what_if_keep")),
    nextOf(line).length > 0 && [" ", t("what_if_next"), " ", buttons(nextOf(line))],
    " ", make("span", [worthOf(line), t("what_if_not")].filter(Boolean).join(" ")),
  );
  const { headline } = line.moments[ply];
  const move = [ALL, whatIf.seat].includes(now.viewer) && [" · ", spoken(whatIf.words)];
  say(t("what_if"), ": ", seatName(whatIf.seat), move, headline && [" · ", spoken(headline)]);
}

/** Keeps the what-if that is shown as a variation among the reader's notes, or drops it where it is kept. */
export function keepWhatIf() {
  const { line } = now;
  if (!line.whatIf) return;
  const place = String(line.from + 1);
  const words = wordsOf(line);
  const notes = notesHere(place);
  const others = notes.filter(({ played }) => played !== words);
  change(place, others.length < notes.length ? others : [...notes, { played: words }]);
  redraw();
  at('[data-do="keep_what_if"]').focus();
}

/** What an analysis says that the move loses. */
function worthOf({ from, whatIf }: Line) {
  const { judged } = main.moments[from + 1];
  const option = judged?.options.find(({ token }) => token === whatIf?.token);
  if (!option || !judged?.played || !sees_judged(judged)) return "";
  return t("what_if_worth", { to: lossWords(option, judged), from: lossWords(judged.played, judged) });
}

/** Back to where the reader asked; says whether they were in a what-if. */
export function leaveWhatIf() {
  if (!now.line.whatIf) return false;
  go({ line: main, ply: asked || now.line.from + 1 });
  return true;
}

document.addEventListener("click", (event) => {
  const line = whatIfAt(targetOf(event).closest("[data-if]")?.dataset.if ?? "");
  if (!line) return;
  if (now.line === main) asked = now.ply;
  go({ line, ply: line.last });
  table.scrollIntoView({ block: "nearest" });
});
