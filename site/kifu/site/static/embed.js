// The slim view for other people's pages, match.html#embed: table, caption, buttons. The table is
// laid out as on a desk and drawn as large as its frame allows.

const embedded = new URLSearchParams(location.hash.slice(1)).has("embed");
flag(document.body, { embed: embedded });
if (embedded) {
  at(".name").classList.add("sr");
  // What may scroll can be reached by keys.
  for (const part of [table.parentElement, at("#remarks")]) part.tabIndex = 0;
}

// Widths at which the table may be laid out, and how small it may get before it scrolls.
const LAYOUTS = [480, 780, 960, 1200, 1500];
const LEAST = 0.38;
const framed = { width: 0, scale: 1, most: 1 };

const frameOf = () => ({ wide: table.parentElement.clientWidth, high: table.parentElement.clientHeight });

/** How large the table could be drawn, laid out at a width. */
function scaleAt(width) {
  const { wide, high } = frameOf();
  table.style.width = `${width}px`;
  return Math.min(wide / width, high / table.offsetHeight);
}

/** Chooses the layout of the table for its frame. */
function layOut() {
  const scales = LAYOUTS.map(scaleAt);
  framed.most = Math.max(...scales, LEAST);
  framed.width = framed.most > LEAST ? LAYOUTS[scales.indexOf(framed.most)] : frameOf().wide / LEAST;
  table.style.width = `${framed.width}px`;
}

/** Draws the table in its frame, smaller where there is more on it than when it was laid out. */
function settle() {
  if (!embedded) return;
  const { wide, high } = frameOf();
  if (!framed.width || high / table.offsetHeight < LEAST) layOut();
  const scale = Math.max(LEAST, Math.min(framed.most, high / table.offsetHeight));
  framed.scale = Math.floor(scale * 1000) / 1000;
  const left = Math.max(0, (wide - framed.width * framed.scale) / 2);
  table.style.transform = `translate(${left}px) scale(${framed.scale})`;
  at("#whole").href = link();
}

/** HTML that shows this moment in another page. */
function embedCode() {
  const name = `./${location.pathname.split("/").pop()}`;
  const src = (at('link[rel="canonical"]')?.href ?? name) + writePlace().replace("#", "#embed&");
  const look = { width: 480, height: 400, title: document.title, loading: "lazy" };
  const { outerHTML } = make("iframe", { src, ...look });
  return outerHTML.replace("<iframe", '<iframe style="border:0;max-width:100%"');
}

window.onresize = () => {
  framed.width = 0;
  settle();
};
