// What the replay pages of a site get from their shared script: the words of both languages, and the
// controls that a match needs. It runs before all other modules.

{
  const at = document.getElementById("kifu") as HTMLElement;
  const data = JSON.parse(at.textContent);
  data.ui = kifuShared.words;
  at.textContent = JSON.stringify(data);
  // Of kifu's own templates, and nothing of a match.
  // eslint-disable-next-line no-restricted-properties
  for (const [near, place, html] of kifuShared.controls) document.querySelector(near)?.insertAdjacentHTML(place, html);
  const needed: [string, unknown][] = [
    ["#podium", document.querySelector(".finale")],
    ["#pencil, #notes", data.notation.length],
    ["label:has(#viewer)", data.viewers.length > 1],
    ["#ask", data.viewer || !data.redacted],
  ];
  for (const [those, is] of needed) {
    if (!is) document.querySelectorAll(those).forEach((one) => one.remove());
  }
}
