// On paper: the table at every note of the game.

const DIAGRAMS = 60;
/** The width of a column on a sheet of A4 or Letter, in pixels of CSS. */
const COLUMN = 320;

/** Draws the table behind each move with a note, as the viewer saw it then. */
function drawDiagrams() {
  if (now.quiz) return;
  finish();
  // Places are laid out in pixels for the window; a column of the paper is narrower.
  const zoom = Math.min(0.7, COLUMN / felt.offsetWidth);
  const said = (/** @type {ShownNote} */ { text, glyph }) => text || glyph;
  const noted = moves.filter(({ line, ply }) => line === main && main.moments[ply].notes.some(said));
  for (const { element, ply } of noted.slice(0, DIAGRAMS)) {
    const still = heldAt(main, ply, now.viewer);
    drawTable(still);
    mark(still, main, ply);
    const diagram = felt.cloneNode(true);
    for (const named of all("[id]", diagram)) named.removeAttribute("id");
    const below = at(":scope > :is(.comment, .branch)", element);
    const figure = make("figure.diagram", diagram);
    figure.style.zoom = zoom;
    element.insertBefore(figure, below);
  }
  show();
}

window.onbeforeprint = drawDiagrams;
window.onafterprint = () => all(".diagram").forEach((diagram) => diagram.remove());
