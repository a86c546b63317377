// On paper: the table at every note of the game.

import { data, main } from "./lines.ts";
import { heldAt } from "./fold.ts";
import { now } from "./now.ts";
import { all, at, make } from "./words.ts";
import { copyOf, drawTable, felt } from "./table.ts";
import { layOutAs } from "./lay.ts";
import { moves } from "./story.ts";
import { drawJudgement } from "./judgement.ts";
import { finish } from "./motion.ts";
import { mark } from "./marks.ts";

const DIAGRAMS = 60;
/** The width of a column on a sheet of A4 or Letter, in pixels of CSS. */
const COLUMN = 320;
/**
 * The felt of a diagram and that of the table, in the same pixels: whatever the window, a sheet is as
 * wide as a sheet.
 */
const DIAGRAM: [number, number] = [640, data.seats.length > 4 ? 720 : data.seats.length > 3 ? 640 : 500];
const SHEET: [number, number] = [700, 560];

/** Draws the table after each move with a note, as the viewer saw it then. */
function drawDiagrams() {
  finish();
  if (!now.quiz) {
    layOutAs(DIAGRAM);
    drawEach(COLUMN / DIAGRAM[0]);
  }
  layOutAs(SHEET);
  if (data.analysis.judged) drawJudgement();
}

/** Draws a diagram into the list at each move with a note. */
function drawEach(zoom: number) {
  const said = ({ text, glyph }: ShownNote) => text || glyph;
  const noted = moves.filter(({ line, ply }) => line === main && main.moments[ply].notes.some(said));
  for (const { element, ply } of noted.slice(0, DIAGRAMS)) {
    const still = heldAt(main, ply, now.viewer);
    drawTable(still);
    mark(still, main, ply);
    const figure = make("figure.diagram", copyOf(felt));
    figure.style.zoom = String(zoom);
    element.insertBefore(figure, at(":scope > :is(.comment, .branch)", element));
  }
}

window.onbeforeprint = drawDiagrams;
window.onafterprint = () => {
  all(".diagram").forEach((diagram) => diagram.remove());
  layOutAs(null);
};
