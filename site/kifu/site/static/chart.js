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
  const heights = spread(last.map(y));
  const [lines, labels, values] = chartParts(at(box));
  data.seats.forEach((_, seat) => {
    const bends = points.filter(([, told], place) =>
      points[place - 1]?.[1][seat] !== told[seat] || points[place + 1]?.[1][seat] !== told[seat]);
    const way = bends.map(([ply, told]) => `${x(ply)},${y(told[seat])}`);
    if (!way[1]) way.push(`${x(end) + 2},${y(last[seat])}`);
    dress(lines[seat], { points: way.join(" ") });
    dress(labels[seat], { x: x(end) + 5, y: heights[seat] + 3.5 });
    values[seat].textContent = say(last[seat]);
  });
}

/** The line, the label and the value of each seat in a chart; they are made once. */
function chartParts(box) {
  if (!box.firstChild) {
    const colours = data.seats.map((_, seat) => seatColour(seat));
    put(
      box, make(
        "svg", { viewBox: "0 0 320 120", "aria-hidden": "true" },
        [8, 112].map((edge) => make("line.base", { x1: 4, x2: 292, y1: edge, y2: edge })),
        colours.map((colour, seat) => [
          make("polyline", { class: `${colour} d${seat % 4}` }), make(`text.${colour}`, seat + 1),
        ]),
      ),
      make("ul", colours.map((colour, seat) => make(
        "li", make(`span.badge ${colour}`, { "aria-hidden": "true" }, seat + 1), seatName(seat + 1), make("b"),
      ))),
    );
  }
  return ["polyline", "text", "b"].map((part) => all(part, box));
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
