import { scaleLinear } from '@visx/scale';
import { type ChartPoint, labelWidth, valueScale } from '#ui/BarChart/chart-scales.ts';

export interface LinePoint extends Omit<ChartPoint, 'values'> {
  /** Time of the point in Unix seconds. */
  readonly at: number;
  /** Values of the point, one per series, in the order of the series. A value is null if the series has no value at this time. */
  readonly values: readonly (number | null)[];
}

/** Forecast for the last point of the chart. This point has no values yet. */
export interface LineForecast {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** Multiple of the highest value. A higher limit line is not drawn, because it would make other lines look flat. */
const highestLimit = 3;

export interface LineMark {
  readonly value: number;
  readonly words: string;
}

export interface LineData {
  readonly points: readonly LinePoint[];
  readonly forecast?: LineForecast | undefined;
  readonly limit?: LineMark | undefined;
  /** Additional times on the axis. The line has no points at these times. Their labels are shown if there is room. */
  readonly ticks?: readonly Pick<LinePoint, 'id' | 'at' | 'label'>[] | undefined;
  readonly tickWords: (value: number) => string;
}

const drawnValues = (points: readonly LinePoint[], forecast: LineForecast | undefined): number[] => [
  ...points.flatMap(({ values }) => values.filter((value) => value !== null)),
  ...(forecast ? [forecast.low, forecast.high, forecast.expected] : []),
];

export type LineScales = ReturnType<typeof lineScales>;

export function lineScales({ points, forecast, limit, ticks = [], tickWords }: LineData, width: number, text: number) {
  const drawn = drawnValues(points, forecast);
  const drawnLimit = limit !== undefined && limit.value <= highestLimit * Math.max(...drawn) ? limit : undefined;
  const scale = valueScale([...drawn, ...(drawnLimit === undefined ? [] : [drawnLimit.value])], tickWords, text);
  const times = points.map(({ at }) => at);
  const x = scaleLinear<number>({ domain: [Math.min(...times), Math.max(...times)], range: [scale.edge, width - text / 2] });
  const label = labelWidth(points, text);
  const furthest = width - (label - text) / 2;
  const labelAt = (at: number): number => Math.min(x(at), furthest);
  let next = Number.POSITIVE_INFINITY;
  const labels = [...points, ...ticks]
    .toSorted((one, other) => other.at - one.at)
    .flatMap((point) => {
      const middle = labelAt(point.at);
      if (middle > next - label) return [];
      next = middle;
      return [{ id: point.id, label: point.label, middle }];
    });
  return { ...scale, width, x, limit: drawnLimit, labels };
}

/** Returns the SVG path of a line. A missing value interrupts the line. If `isStepped`, each value stays until the next point. */
export function linePath(line: readonly (readonly [x: number, y: number] | null)[], isStepped: boolean): string {
  let isBegun = false;
  return line
    .map((place) => {
      if (place === null) {
        isBegun = false;
        return '';
      }
      const [x, y] = place;
      const step = !isBegun ? `M${x} ${y}` : isStepped ? `H${x}V${y}` : `L${x} ${y}`;
      isBegun = true;
      return step;
    })
    .join('');
}
