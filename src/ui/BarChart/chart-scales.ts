import { scaleBand, scaleLinear } from '@visx/scale';

export interface ChartPoint {
  readonly id: string;
  /** Sentence about the point and its values. It is both spoken and shown. */
  readonly words: string;
  readonly label: string;
  /** One value per series, in the order of the series. */
  readonly values: readonly number[];
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  readonly tickWords: (value: number) => string;
}

/** Average glyph width at small sizes, in em. */
export const signWidth = 0.62;
const mostTicks = 4;
/** Upper end of the scale if all values are 0. */
const topOfNothing = 100;

const above = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0);
const below = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.min(0, value), 0);

export type ValueScale = ReturnType<typeof valueScale>;

/** @param text the font size of small text, in pixels */
export function valueScale(values: readonly number[], tickWords: ChartData['tickWords'], text: number) {
  const height = text * 16.5;
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...values), Math.max(0, ...values) || topOfNothing],
    range: [height - text * 1.75, text],
    nice: mostTicks,
  });
  const ticks = y.ticks(mostTicks);
  return {
    text,
    height,
    y,
    ticks,
    /** Horizontal start of the plot in pixels, to the right of the scale's labels. */
    edge: Math.max(...ticks.map((tick) => tickWords(tick).length)) * text * signWidth + text / 2,
  };
}

/** Returns the width of the longest label in pixels, including a gap. */
export const labelWidth = (points: readonly Pick<ChartPoint, 'label'>[], text: number): number =>
  Math.max(...points.map(({ label }) => label.length)) * text * signWidth + text;

export type ChartScales = ReturnType<typeof chartScales>;

export function chartScales({ points, tickWords }: ChartData, width: number, text: number) {
  const scale = valueScale(
    points.flatMap(({ values }) => [above(values), below(values)]),
    tickWords,
    text,
  );
  const x = scaleBand<string>({
    domain: points.map((each) => each.id),
    range: [scale.edge, width],
    paddingInner: 0.25,
    paddingOuter: 0.1,
  });
  const label = labelWidth(points, text);
  return {
    ...scale,
    width,
    x,
    /** A label is shown at every n-th point, so that labels don't overlap. */
    labelEvery: Math.max(1, Math.ceil(label / Math.max(1, x.step()))),
    /** Returns the horizontal center of a label. The last label is moved to stay inside the chart. */
    middle: (of: ChartPoint): number => Math.min((x(of.id) ?? 0) + x.bandwidth() / 2, width - (label - text) / 2),
  };
}
