// Charts: the scores, and each seat's chance as comments give it, drawn only as far as the reader
// has come.

const seatColour = (seat) => `c${[4, 2, 6, 3, 0, 5][seat % 6]}`;

function showCharts() {
  const { line, ply } = now;
  line.scores ??= scoresOf(line);
  const { series, low, high } = line.scores;
  const passed = [series[0], ...series.slice(0, ply)].map((values, place) => [place, values]);
  if (series.length) chart("#plot", passed, low, high, String);
  const chances = line.moments.slice(0, ply + 1).map(({ notes }, place) => [
    place, notes.findLast((note) => note.eval)?.eval,
  ]).filter(([, values]) => values);
  at("#chances").hidden = !chances.length;
  if (chances.length) chart("#odds", chances, 0, 1, (chance) => `${Math.round(100 * chance)}%`);
}

/** The scores behind every ply of a line, and the least and the most of them. */
function scoresOf({ moments }) {
  let scores = [];
  const series = moments.slice(1).map((told) => (scores = told.scores.length ? told.scores : scores));
  const sorted = series.flat().sort((a, b) => a - b);
  return { series, low: sorted[0], high: sorted.at(-1) };
}

/** A line for each seat through `points`, [ply, a value for each seat], and what they are by now. */
function chart(box, points, low, high, say) {
  const x = (ply) => 4 + (288 * ply) / (now.line.last || 1);
  const y = (value) => 112 - (104 * (value - low)) / (high - low || 1);
  const [end, last] = points.at(-1);
  const edges = [y(low), y(high)].map((edge) => make("line.base", { x1: 4, x2: 292, y1: edge, y2: edge }));
  const labels = spread(last.map(y));
  const lines = data.seats.map((_, seat) => {
    const colour = seatColour(seat);
    const way = points.map(([ply, values]) => `${x(ply)},${y(values[seat])}`);
    if (!way[1]) way.push(`${x(end) + 2},${y(last[seat])}`);
    return [
      make("polyline", { class: `${colour} d${seat % 4}`, points: way.join(" ") }),
      make(`text.${colour}`, { x: x(end) + 5, y: labels[seat] + 3.5 }, seat + 1),
    ];
  });
  const legend = data.seats.map((_, seat) => make(
    "li", make("span", { class: `badge ${seatColour(seat)}`, "aria-hidden": "true" }, seat + 1),
    seatName(seat + 1), make("b", say(last[seat])),
  ));
  put(
    at(box), make("svg", { viewBox: "0 0 320 120", "aria-hidden": "true" }, edges, lines),
    make("ul", legend),
  );
}

/** Heights moved apart so that labels don't lie on each other. */
function spread(heights) {
  const placed = [];
  let floor = -Infinity;
  for (const place of [...heights.keys()].sort((a, b) => heights[a] - heights[b])) {
    placed[place] = floor = Math.max(heights[place], floor + 10);
  }
  const over = Math.max(0, floor - 114);
  return placed.map((height) => height - over);
}
