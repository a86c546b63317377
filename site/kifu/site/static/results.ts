// Results: hidden until the reader asks for that of a match, or for all of them, and remembered.

import { keep, kept } from "./shelf.ts";

const MOST = 1000;

/** The matches whose results the reader has seen, the latest last, and whether all are shown. */
const known: { all: boolean; seen: string[] } = { all: false, seen: [], ...kept<object>("results") };
if (!Array.isArray(known.seen)) known.seen = [];

/** Shows the results among `nodes` that the reader has seen before. */
export function recallResults(nodes: NodeListOf<HTMLElement>) {
  for (const node of nodes) {
    const box: HTMLInputElement | null = node.querySelector(".result input");
    if (box) box.checked = known.seen.includes(node.dataset.match ?? "");
  }
}

const all: HTMLInputElement | null = document.querySelector("#results");

function showAll() {
  const standings: NodeListOf<HTMLDetailsElement> = document.querySelectorAll(".standing");
  for (const each of standings) each.open = known.all;
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const match: HTMLElement | null = target.closest("[data-match]");
  const name = match?.dataset.match;
  if (target === all) {
    known.all = target.checked;
    showAll();
  } else if (name) {
    known.seen = known.seen.filter((each) => each !== name);
    if (target.checked) known.seen = [...known.seen, name].slice(-MOST);
    recallResults(document.querySelectorAll(`[data-match="${name}"]`));
  } else return;
  keep("results", known);
});

if (all) {
  all.checked = known.all;
  showAll();
}
recallResults(document.querySelectorAll("[data-match]"));
