// The panel beside the table: its tabs, one of which is open. Where the panel is a sheet, a press on
// the tab that is open shuts it, and the table has the room.

import { data } from "./lines.ts";
import { embedded, notify } from "./now.ts";
import { all, at, targetOf } from "./words.ts";
import { flag } from "./table.ts";

const tabs = all('[role="tab"]');
const { body } = document;
/** So wide is a window with room for the panel beside the table; with many seats the table needs more. */
const BESIDE = data.seats.length > 4 ? 1200 : 1024;

/**
 * Opens the tab of a section, or shuts it.
 * @param name "analysis", "story" or "notes"; "" for none
 */
export function openTab(name: string) {
  for (const tab of tabs) {
    const open = tab.dataset.tab === name;
    tab.ariaSelected = String(open);
    tab.tabIndex = open || !name ? 0 : -1;
    flag(at(`#${tab.dataset.tab}`), { shut: !open });
  }
  flag(body, { sheeted: name });
  notify("tab");
}

/** Whether the panel is not beside the table, and shuts. */
const isSheet = () => !body.matches(".beside");

/** The section that is open, by its id. */
const openNow = () => tabs.find((tab) => tab.ariaSelected === "true")?.dataset.tab ?? "";

/** The section that says most of the place; where there is no analysis, the moves. */
const usual = () => (data.analysis.judged ? "analysis" : "story");

/** Opens what says who plays and how it ended; then, where that is still open, what says most of the place. */
function openMatch(open: boolean) {
  if (!isSheet() && (open || openNow() === "match")) openTab(open ? "match" : usual());
}

/** Lays the invitation (`inviting`) or the finale (`crowned`) on the table. */
export function cover(kind: string) {
  body.classList.add(kind);
  openMatch(true);
}

/** Takes off the table what lies on it; says whether something did. */
export function uncover() {
  const covered = body.matches(".inviting, .crowned");
  body.classList.remove("inviting", "crowned", "linked");
  if (covered) openMatch(false);
  return covered;
}

/** Puts the panel where the window has room for it; where it is narrow, the links of a site behind "…", with the buttons. */
export function placePanel() {
  if (matchMedia("(max-width: 40rem)").matches) at(".tools")?.append(...all(".site-bar .ways, .site-aside > *"));
  const low = innerHeight <= 480;
  const kind = embedded || (low && innerWidth < 576) ? "flat" : low ? "aside" : innerWidth >= BESIDE ? "beside" : "sheet";
  if (body.matches(`.${kind}`)) return;
  body.classList.remove("beside", "sheet", "aside", "flat");
  body.classList.add(kind);
  openTab(isSheet() ? "" : openNow() || usual());
}

function onKey(event: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const here = tabs.indexOf(targetOf(event));
  if (!step || here < 0) return;
  event.stopPropagation();
  const next = tabs[(here + step + tabs.length) % tabs.length];
  openTab(next.dataset.tab);
  next.focus();
}

at("#tabs").onkeydown = onKey;
at("#tabs").onclick = (event) => {
  const tab = targetOf(event).closest('[role="tab"]');
  if (tab) openTab(isSheet() && openNow() === tab.dataset.tab ? "" : tab.dataset.tab);
};
