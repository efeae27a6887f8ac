import { scaleBand, scaleLinear } from '@visx/scale';

export interface ChartPoint {
  readonly id: string;
  /** The point and its values as a sentence, spoken and shown. */
  readonly words: string;
  /** Label below the bar if there is room. */
  readonly label: string;
  /** One value per series, in order. */
  readonly values: readonly number[];
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  readonly line?: number | undefined;
  readonly tickWords: (value: number) => string;
}

/** Average glyph width at small sizes, in em. */
const signWidth = 0.62;
const mostTicks = 4;

const above = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0);
const below = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.min(0, value), 0);

export type ChartScales = ReturnType<typeof chartScales>;

/**
 * Geometry of a chart.
 * @param width of the chart, in pixels
 * @param text font size of small text, in pixels
 */
export function chartScales({ points, line, tickWords }: ChartData, width: number, text: number) {
  const sums = points.flatMap(({ values }) => [above(values), below(values)]);
  const height = text * 12;
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...sums), Math.max(1, line ?? 0, ...sums)],
    range: [height - text * 1.75, text],
    nice: mostTicks,
  });
  const ticks = y.ticks(mostTicks);
  const edge = Math.max(...ticks.map((tick) => tickWords(tick).length)) * text * signWidth + text / 2;
  const x = scaleBand<string>({ domain: points.map((each) => each.id), range: [edge, width], paddingInner: 0.25, paddingOuter: 0.1 });
  const labelWidth = Math.max(...points.map((each) => each.label.length)) * text * signWidth + text;
  return {
    width,
    height,
    text,
    x,
    y,
    ticks,
    /** Start of the plot, after the scale labels. */
    edge,
    /** Every n-th label fits. */
    labelEvery: Math.max(1, Math.ceil(labelWidth / Math.max(1, x.step()))),
    /** Center of a label; the last one is kept inside the chart. */
    middle: (of: ChartPoint): number => Math.min((x(of.id) ?? 0) + x.bandwidth() / 2, width - (labelWidth - text) / 2),
  };
}
