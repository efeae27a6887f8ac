import { shown, verdictOf, type Figure, type Row } from '#tests/bench/figure.ts';

const width = 640;
const labelWidth = 250;
const lineHeight = 28;
const top = 24;
const right = 24;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Shortens a label, because a longer label would overlap the dots. */
const shortened = (text: string): string => (text.length > 36 ? `${text.slice(0, 35)}\u2026` : text);

const floorOn = (row: Row, figure: Figure): number | undefined => (row.unit === 'times' ? 1 : figure.floor?.value);

/** Draws a chart for one row, with a scale that starts at zero. The table beside the chart repeats all values. */
export function plot(row: Row, figures: readonly Figure[], id: string): string {
  const most = Math.max(row.limit, ...figures.flatMap((figure) => [figure.value, floorOn(row, figure) ?? 0, ...(figure.samples ?? [])]));
  const scale = (value: number): number => labelWidth + (most === 0 ? 0 : value / most) * (width - labelWidth - right);
  const height = top + figures.length * lineHeight + 8;
  const line = (value: number, kind: string): string =>
    `<line class="${kind}" x1="${scale(value)}" x2="${scale(value)}" y1="${top - 6}" y2="${height - 4}"/>`;
  const upright = (value: number, kind: string): string =>
    `${line(value, kind)}<text class="mark" x="${scale(value)}" y="${top - 10}" text-anchor="${value > most * 0.8 ? 'end' : 'middle'}">${kind} ${shown(row.unit, value)}</text>`;
  const lines = figures.map((figure, index) => {
    const y = top + index * lineHeight + lineHeight / 2;
    const floor = floorOn(row, figure);
    return [
      `<text x="0" y="${y + 4}">${escaped(shortened(figure.of || row.quantity))}</text>`,
      `<line class="ground" x1="${labelWidth}" x2="${width - right}" y1="${y}" y2="${y}"/>`,
      ...(figure.samples ?? []).map((sample) => `<circle cx="${scale(sample)}" cy="${y}" r="3"/>`),
      ...(floor === undefined ? [] : [`<rect class="floor" x="${scale(floor) - 4}" y="${y - 4}" width="8" height="8"/>`]),
      `<rect class="value" data-verdict="${verdictOf(row, figure.value)}" x="${scale(figure.value) - 2}" y="${y - 9}" width="4" height="18"/>`,
    ].join('');
  });
  // Omits the label of the limit if it would overlap the label of the goal.
  const isFar = row.limit > row.goal + most * 0.2;
  const limit = row.limit > row.goal ? (isFar ? upright : line)(row.limit, 'limit') : '';
  const marks = upright(row.goal, 'goal') + limit;
  return `<svg role="img" aria-labelledby="${id}" viewBox="0 0 ${width} ${height}"><title id="${id}">${escaped(row.quantity)}, the values of the table on a scale</title>${marks}${lines.join('')}</svg>`;
}
