import chartStyles from '#ui/BarChart/BarChart.module.css';
import { signWidth } from '#ui/BarChart/chart-scales.ts';
import type { LineForecast, LineMark, LinePoint, LineScales } from './line-scales.ts';
import styles from './LineChart.module.css';

interface BandProps {
  points: readonly LinePoint[];
  forecast: LineForecast;
  scales: LineScales;
}

/** Draws the forecast: a band for its range, and a dashed line. A gap separates the dashed line from the last known value. */
export function LineForecastBand({ points, forecast: { low, expected, high }, scales: { x, y, text } }: BandProps) {
  const today = points.at(-2);
  const end = points.at(-1);
  const value = today?.values[0] ?? null;
  if (!today || !end || value === null) return null;
  const [fromX, fromY, toX, toY] = [x(today.at), y(value), x(end.at), y(expected)];
  const gap = Math.min(1, text / Math.max(1, Math.hypot(toX - fromX, toY - fromY)));
  return (
    <>
      <path className={styles.band} d={`M${fromX} ${fromY}L${toX} ${y(high)}V${y(low)}Z`} />
      <path className={styles.today} d={`M${fromX} ${text / 2}V${y(0)}`} />
      <path className={styles.forecast} d={`M${fromX + (toX - fromX) * gap} ${fromY + (toY - fromY) * gap}L${toX} ${toY}`} />
    </>
  );
}

export function LineLimit({ limit: { value, words }, scales: { y, edge, width, text } }: { limit: LineMark; scales: LineScales }) {
  return (
    <>
      <path className={styles.limit} d={`M${edge} ${y(value)}H${width}`} />
      <text x={edge + text / 2} y={y(value) - text / 3} className={styles.mark}>
        {words}
      </text>
    </>
  );
}

interface TodayProps {
  words: string;
  points: readonly LinePoint[];
  scales: LineScales;
}

/** Words next to the last known value: to its left if there is room, otherwise to its right. */
export function LineToday({ words, points, scales: { x, y, edge, text } }: TodayProps) {
  const today = points.at(-2);
  const value = today?.values[0] ?? null;
  if (!today || value === null) return null;
  const isBefore = x(today.at) - edge > words.length * text * signWidth;
  return (
    <text
      x={x(today.at) + (isBefore ? -text : text) / 2}
      y={y(value) - text * 0.75}
      className={styles.mark}
      data-side={isBefore ? 'before' : undefined}
    >
      {words}
    </text>
  );
}

interface ColumnsProps {
  points: readonly LinePoint[];
  expected: number | undefined;
  chosen: number;
  scales: LineScales;
  onChoose: (index: number) => void;
}

export function LineColumns({ points, expected, chosen, scales: { x, y, edge, width, height, text, labels }, onChoose }: ColumnsProps) {
  const middles = points.map(({ at }) => x(at));
  const between = (left: number | undefined, right: number | undefined, limit: number): number =>
    left === undefined || right === undefined ? limit : (left + right) / 2;
  const selected = points[chosen];
  const shown = selected && [
    ...selected.values.filter((value) => value !== null),
    ...(chosen === points.length - 1 && expected !== undefined ? [expected] : []),
  ];
  return (
    <>
      {selected &&
        // oxlint-disable-next-line react/no-array-index-key -- a circle per line, in the order of the lines
        shown?.map((value, index) => <circle key={index} className={styles.chosen} cx={x(selected.at)} cy={y(value)} r={text / 3} />)}
      {points.map(({ id }, index) => {
        const start = between(middles[index - 1], middles[index], edge);
        return (
          <rect
            key={id}
            className={chartStyles.column}
            x={start}
            width={Math.max(0, between(middles[index], middles[index + 1], width) - start)}
            height={height}
            onPointerEnter={() => onChoose(index)}
          />
        );
      })}
      {labels.map(({ id, label, middle }) => (
        <text key={id} x={middle} y={height - text / 4} className={chartStyles.tick}>
          {label}
        </text>
      ))}
    </>
  );
}

export function LineLegend({ series, size }: { series: readonly string[]; size: number }) {
  return (
    <ul role="list" className={chartStyles.legend}>
      {series.map((name, index) => (
        <li key={name} className={chartStyles.part}>
          <svg className={chartStyles.sample} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
            <path className={styles.line} data-series={index} d={`M0 ${size / 2}H${size}`} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
