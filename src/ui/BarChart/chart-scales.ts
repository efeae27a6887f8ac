import { scaleBand, scaleLinear } from '@visx/scale';

export interface ChartPoint {
  readonly id: string;
  /** The point and its values in a sentence: what is heard and read of it. */
  readonly words: string;
  /** What stands below its bar where there is room. */
  readonly label: string;
  /** One for each series, in their order. */
  readonly values: readonly number[];
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  /** A level across all bars. */
  readonly line?: number | undefined;
  /** A value beside the scale. */
  readonly tickWords: (value: number) => string;
}

/** Average glyph width at small sizes, in em. */
const signWidth = 0.62;
const mostTicks = 4;

const above = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0);
const below = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.min(0, value), 0);

export type ChartScales = ReturnType<typeof chartScales>;

/**
 * Where the parts of a chart are drawn.
 * @param width of the chart, in pixels
 * @param text size of its small text, in pixels
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
    /** Where the plot begins, beside the words of the scale. */
    edge,
    /** Of so many labels one has room. */
    labelEvery: Math.max(1, Math.ceil(labelWidth / Math.max(1, x.step()))),
    /** Middle of a label. The last one keeps within the picture. */
    middle: (of: ChartPoint): number => Math.min((x(of.id) ?? 0) + x.bandwidth() / 2, width - (labelWidth - text) / 2),
  };
}
