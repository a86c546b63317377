// Results: hidden until the reader asks for that of a match, or for all of them, which is remembered.

import { keep, kept } from "./shelf.ts";

const all: HTMLInputElement | null = document.querySelector("#results");

function showAll(on: boolean) {
  const standings: NodeListOf<HTMLDetailsElement> = document.querySelectorAll(".standing");
  for (const each of standings) each.open = on;
}

if (all) {
  all.checked = kept<{ all?: unknown }>("results")?.all === true;
  all.onchange = () => {
    keep("results", { all: all.checked });
    showAll(all.checked);
  };
  showAll(all.checked);
}
