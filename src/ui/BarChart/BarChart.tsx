import { type KeyboardEvent, useId, useState } from 'react';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack, Line } from '@visx/shape';
import { ChartPattern, seriesFill } from './ChartPattern.tsx';
import { useChartSize } from './use-chart-size.ts';
import styles from './BarChart.module.css';

export interface ChartPoint {
  readonly id: string;
  /** The point and its values in a sentence: what is heard and read of it. */
  readonly words: string;
  /** What stands below its bar where there is room. */
  readonly label: string;
  /** One for each series, in their order. */
  readonly values: readonly number[];
}

export interface BarChartProps {
  /** What the chart shows; names the one stop of the keyboard. */
  label: string;
  points: readonly ChartPoint[];
  /** Names of the parts of each bar, at most six. */
  series: readonly string[];
  /** A level across all bars. */
  line?: number | undefined;
  /** A value beside the scale. */
  tickWords: (value: number) => string;
}

/** How far a key moves along the points. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** How wide a sign of a small text is, as a share of its size. */
const signWidth = 0.62;
const mostTicks = 4;

/**
 * Bars of one or several parts: one stop of the keyboard, arrows along the points, and their words for everyone. Parts differ by
 * pattern as well as by color. Who uses it shows the same numbers as a table beside it.
 */
export function BarChart({ label, points, series, line, tickWords }: BarChartProps) {
  const id = useId();
  const { ref, width, text } = useChartSize();
  const [chosen, setChosen] = useState(points.length - 1);
  const last = points.length - 1;
  const at = Math.min(chosen, last);
  const point = points[at];
  if (!point) return null;

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
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, x.step())));
  // The last label keeps within the picture.
  const middle = (of: ChartPoint): number => Math.min((x(of.id) ?? 0) + x.bandwidth() / 2, width - (labelWidth - text) / 2);
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, at + step)));
  };
  return (
    <div className={styles.root}>
      <p className={styles.words}>{point.words}</p>
      {series.length > 1 && <Legend id={id} series={series} size={text} />}
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={point.words}
        aria-readonly
        className={styles.plot}
        onKeyDown={move}
      >
        <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {series.map((name, index) => (
            <ChartPattern key={name} id={`${id}${index}`} index={index} size={text / 2} />
          ))}
          {ticks.map((tick) => (
            <Group key={tick} top={y(tick)}>
              <Line from={{ x: edge, y: 0 }} to={{ x: width, y: 0 }} className={(tick === 0 ? styles.base : styles.grid) ?? ''} />
              <text x={edge - text / 2} dy={text / 3} className={styles.tick} data-side="start">
                {tickWords(tick)}
              </text>
            </Group>
          ))}
          <BarStack
            data={[...points]}
            keys={series.map((_, index) => index)}
            value={({ values }, index) => values[index] ?? 0}
            x={(each) => each.id}
            xScale={x}
            yScale={y}
            offset="diverging"
            color={(index) => seriesFill(id, index)}
          >
            {(stacks) =>
              stacks.flatMap(({ index: part, bars }) =>
                bars
                  .filter((bar) => bar.height > 0)
                  .map((bar) => (
                    <rect
                      key={`${part} ${bar.index}`}
                      data-series={part}
                      className={styles.bar}
                      x={bar.x}
                      y={bar.y}
                      width={bar.width}
                      height={bar.height}
                      fill={bar.color}
                    />
                  )),
              )
            }
          </BarStack>
          {points.map((each, index) => (
            <Group key={each.id}>
              {/* All of the column answers to the pointer, however low its bar is. */}
              <rect
                className={styles.column}
                data-chosen={index === at || undefined}
                x={(x(each.id) ?? 0) - 1}
                y={text / 2}
                width={x.bandwidth() + 2}
                height={height - text * 2.25}
                onPointerEnter={() => setChosen(index)}
              />
              {(last - index) % every === 0 && (
                <text x={middle(each)} y={height - text / 4} className={styles.tick}>
                  {each.label}
                </text>
              )}
            </Group>
          ))}
          {line !== undefined && <Line from={{ x: edge, y: y(line) }} to={{ x: width, y: y(line) }} className={styles.line ?? ''} />}
        </svg>
      </div>
    </div>
  );
}

const above = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0);
const below = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.min(0, value), 0);

/** Which pattern is which part. */
function Legend({ id, series, size }: { id: string; series: readonly string[]; size: number }) {
  return (
    <ul role="list" className={styles.legend}>
      {series.map((name, index) => (
        <li key={name} className={styles.part}>
          <svg className={styles.sample} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
            <ChartPattern id={`${id}legend${index}`} index={index} size={size / 2} />
            <rect data-series={index} className={styles.bar} width={size} height={size} fill={seriesFill(`${id}legend`, index)} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
