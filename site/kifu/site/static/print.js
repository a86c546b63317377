// On paper: the table at every note of the game.

const DIAGRAMS = 60;

/** Draws the table behind each move with a note, as the viewer saw it then. */
function drawDiagrams() {
  if (now.quiz) return;
  finish();
  const said = ({ text, glyph }) => text || glyph;
  const noted = moves.filter(({ path, ply }) => !path && notesAt(main, ply).some(said));
  for (const { element, ply } of noted.slice(0, DIAGRAMS)) {
    drawTable(tableAt(main, ply, now.viewer));
    freshen(ply ? main.moments[ply - 1].steps : []);
    const felt = at(".felt", table).cloneNode(true);
    for (const named of all("[id]", felt)) named.removeAttribute("id");
    const below = [...element.children].find((child) => child.matches(".comment, .branch"));
    element.insertBefore(make("figure", { class: "diagram" }, felt), below ?? null);
  }
  show();
}

addEventListener("beforeprint", drawDiagrams);
addEventListener("afterprint", () => all(".diagram").forEach((diagram) => diagram.remove()));
