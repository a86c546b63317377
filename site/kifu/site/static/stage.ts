// The stage: what is shown of a place, and in which order. Views know where the reader is (now.js);
// nobody but this module knows all views.

import { calm, main } from "./lines.ts";
import { embedded, endsHere, now, notify, show, subscribe } from "./now.ts";
import { heldAt, tableAt } from "./fold.ts";
import { at } from "./words.ts";
import { drawTable, flag, table } from "./table.ts";
import { layOut } from "./lay.ts";
import { showNotes, tell } from "./story.ts";
import { showJudgement, translateJudgements } from "./judgement.ts";
import { chooseComments, followMove, showMoves, translateMoves } from "./list.ts";
import { showBar } from "./bar.ts";
import { showCharts } from "./chart.ts";
import { beatFrom } from "./beat.ts";
import { finish, perform } from "./motion.ts";
import { mark } from "./marks.ts";
import { holdBack, labelQuiz, quiz, showQuiz } from "./quiz.ts";
import { noPeek } from "./peek.ts";
import { showWhatIf } from "./whatif.ts";
import { awaitFinale, closeFinale, translateFinale } from "./finale.ts";
import { sayDraft } from "./drafts.ts";
import { followReader } from "./editor.ts";
import { label, translate } from "./language.ts";
import { labelSpoilers } from "./spoilers.ts";
import { link, remember } from "./address.ts";

subscribe("leave", finish, noPeek);
subscribe("limit", holdBack);
subscribe("arrive", arrive);
subscribe("where", showWhere, showMoves, showBar, labelSpoilers);
// A judgement stands below the notes, the quiz asks in the place of the sentence, and marks are
// measured on the table that is drawn.
subscribe("still", drawStill, tell, showNotes, showCharts, showJudgement, showQuiz, showWhatIf, linkWhole, markStill, followReader);
subscribe("language", translate, translateMoves, chooseComments, translateJudgements, translateFinale, labelQuiz, label, sayDraft);
subscribe("played", awaitFinale);
subscribe("tab", showWhatIf, followMove);

/**
 * Shows a place that the reader came to: a single step, or a beat of a match that plays by itself, card by
 * card, anything else at once.
 */
function arrive(before: typeof now) {
  const turned = now.language !== before.language;
  if (now.line !== before.line || now.ply !== before.ply) closeFinale();
  if (turned) notify("language");
  if (now.quiz !== before.quiz) showQuiz();
  const changed = turned || now.viewer !== before.viewer || now.quiz !== before.quiz;
  if (changed) layOut();
  const plies = now.line === before.line && !turned ? now.ply - before.ply : 0;
  const step = plies === 1 || (now.playing > 0 && plies > 1 && plies === beatFrom(now.line, before.ply));
  if (step && !calm.matches && !quiz.asking) {
    notify("where");
    perform(before.ply);
  } else show();
  if (changed) relay();
  remember();
}

/**
 * Lays the table out again, with everything drawn as it is now: so the same place always looks the same,
 * whatever was seen before.
 */
export function relay() {
  layOut();
  notify("still");
}

function showWhere() {
  const { line, ply, viewer } = now;
  Object.assign(table.dataset, { ply: ply - line.from, line: line.path, viewer });
}

let still: Table;

function drawStill() {
  const { line, ply, viewer } = now;
  still = quiz.asking ? tableAt(line, ply, viewer) : heldAt(line, ply, viewer);
  drawTable(still);
  flag(document.body, { ended: now.line === main && now.ply === main.last, "ends-here": endsHere() });
}

function markStill() {
  mark(still, now.line, now.ply);
}

function linkWhole() {
  if (embedded) at("#whole").href = link();
}
