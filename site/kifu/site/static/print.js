// On paper: the table at every note of the game.

const DIAGRAMS = 60;

/** Draws the table behind each move with a note, as the viewer saw it then. */
function drawDiagrams() {
  if (now.quiz) return;
  finish();
  const said = ({ text, glyph }) => text || glyph;
  const noted = moves.filter(({ line, ply }) => line === main && main.moments[ply].notes.some(said));
  for (const { element, ply } of noted.slice(0, DIAGRAMS)) {
    drawTable(tableAt(main, ply, now.viewer));
    freshen(main.moments[ply].steps);
    const felt = at(".felt", table).cloneNode(true);
    for (const named of all("[id]", felt)) named.removeAttribute("id");
    const below = at(":scope > :is(.comment, .branch)", element);
    element.insertBefore(make("figure.diagram", felt), below);
  }
  show();
}

window.onbeforeprint = drawDiagrams;
window.onafterprint = () => all(".diagram").forEach((diagram) => diagram.remove());
