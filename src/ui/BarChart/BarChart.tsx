import { type KeyboardEvent, useId, useState } from 'react';
import { Line } from '@visx/shape';
import { type ChartData, chartScales } from './chart-scales.ts';
import { ChartBars, ChartColumns, ChartGrid, ChartLegend } from './ChartParts.tsx';
import { ChartPattern } from './ChartPattern.tsx';
import { useChartSize } from './use-chart-size.ts';
import styles from './BarChart.module.css';

export interface BarChartProps extends ChartData {
  /** Accessible name of the chart's only tab stop. */
  label: string;
  /** Names of the bar segments, at most six. */
  series: readonly string[];
}

/** Steps of the arrow and page keys along the points. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Bars with one or more segments: one tab stop, arrow keys move along the points, and each point has a sentence. Segments differ by
 * pattern as well as color. Callers also show the numbers as a table.
 */
export function BarChart({ label, points, series, line, tickWords }: BarChartProps) {
  const id = useId();
  const { ref, width, text } = useChartSize();
  const [chosen, setChosen] = useState(points.length - 1);
  const last = points.length - 1;
  const at = Math.min(chosen, last);
  const point = points[at];
  if (!point) return null;

  const scales = chartScales({ points, line, tickWords }, width, text);
  const { height, edge, y } = scales;
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, at + step)));
  };
  return (
    <div className={styles.root}>
      <p className={styles.words}>{point.words}</p>
      {series.length > 1 && <ChartLegend id={id} series={series} size={text} />}
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
          <ChartGrid scales={scales} tickWords={tickWords} />
          <ChartBars id={id} points={points} series={series} scales={scales} />
          <ChartColumns points={points} chosen={at} scales={scales} onChoose={setChosen} />
          {line !== undefined && <Line from={{ x: edge, y: y(line) }} to={{ x: width, y: y(line) }} className={styles.line ?? ''} />}
        </svg>
      </div>
    </div>
  );
}
