// The scores as lines.

const seatColour = (seat) => `c${[4, 2, 6, 3, 0, 5][seat % 6]}`;

/** The scores as lines, drawn only as far as the reader has come. */
function showChart() {
  const { line, ply } = now;
  let scores = [];
  const series = line.moments.map((told) => (scores = told.scores.length ? told.scores : scores));
  if (!series.length) return;
  const values = series.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (place) => 4 + (288 * place) / series.length;
  const y = (score) => 112 - (104 * (score - low)) / (high - low || 1);
  const passed = series.slice(0, ply);
  const last = passed.at(-1) ?? series[0];
  const label = data.seats.map((name, place) => `${name} ${last[place]}`).join(", ");
  const plot = draw("svg", {
    viewBox: "0 0 320 120", preserveAspectRatio: "xMinYMid", role: "img", "aria-label": label,
  });
  plot.append(draw("line", { class: "base", x1: 4, x2: 292, y1: y(low), y2: y(low) }));
  const labels = spread(last.map(y));
  data.seats.forEach((_, seat) => {
    const points = [series[0], ...passed].map((at_, place) => `${x(place)},${y(at_[seat])}`);
    plot.append(draw("polyline", { class: `${seatColour(seat)} d${seat % 4}`, points: points.join(" ") }));
    const text = draw("text", { class: seatColour(seat), x: x(ply) + 5, y: labels[seat] + 3.5 });
    text.textContent = seat + 1;
    plot.append(text);
  });
  at("#plot").replaceChildren(plot);
}

/** Heights moved apart so that labels don't lie on each other. */
function spread(heights) {
  const sorted = heights.map((height, place) => ({ height, place }));
  sorted.sort((a, b) => a.height - b.height);
  let floor = -Infinity;
  const placed = [];
  for (const { height, place } of sorted) {
    floor = Math.max(height, floor + 10);
    placed[place] = floor;
  }
  const over = Math.max(0, floor - 114);
  return placed.map((height) => height - over);
}
