import { useId } from 'react';
import { ChartGrid } from '#ui/BarChart/ChartParts.tsx';
import { ChartPlot } from '#ui/BarChart/ChartPlot.tsx';
import chartStyles from '#ui/BarChart/BarChart.module.css';
import { LineColumns, LineForecastBand, LineLegend, LineLimit, LineToday } from './LineParts.tsx';
import { type LineData, linePath, lineScales } from './line-scales.ts';
import styles from './LineChart.module.css';

export interface LineChartProps extends LineData {
  label: string;
  /** Names of the chart lines in their order, at most six. */
  series: readonly string[];
  hasArea?: boolean;
  /** Label at the last known value, for example "Today $386". The forecast begins at this value. */
  today?: string;
  /** True if a value stays the same until the next value, like a balance. */
  isStepped?: boolean;
}

/** In forced colors and in print, lines also differ by their dashes. The page must also show the numbers as a table. */
export function LineChart({
  label,
  points,
  series,
  forecast,
  limit,
  today,
  ticks,
  tickWords,
  hasArea = false,
  isStepped = false,
}: LineChartProps) {
  const hatchId = useId();
  if (points.length === 0) return null;
  return (
    <ChartPlot
      label={label}
      points={points}
      {...(series.length > 1 && { renderLegend: (text) => <LineLegend series={series} size={text} /> })}
    >
      {({ width, text, chosen, choose }) => {
        const scales = lineScales({ points, forecast, limit, ticks, tickWords }, width, text);
        const { x, y, height } = scales;
        const placesOf = (index: number) =>
          points.map(({ at, values }) => {
            const value = values[index] ?? null;
            return value === null ? null : ([x(at), y(value)] as const);
          });
        const area = hasArea ? placesOf(0).filter((place) => place !== null) : [];
        const [first, last] = [area[0], area.at(-1)];
        return (
          <svg className={chartStyles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <pattern id={hatchId} width={text / 2} height={text / 2} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className={styles.hatch} width={text / 8} height={text / 2} />
            </pattern>
            <ChartGrid scales={scales} tickWords={tickWords} />
            {first && last && (
              <path className={styles.area} fill={`url(#${hatchId})`} d={`${linePath(area, isStepped)}V${y(0)}H${first[0]}Z`} />
            )}
            {forecast && <LineForecastBand points={points} forecast={forecast} scales={scales} />}
            {series.map((name, index) => (
              <path key={name} className={styles.line} data-series={index} d={linePath(placesOf(index), isStepped)} />
            ))}
            {scales.limit !== undefined && <LineLimit limit={scales.limit} scales={scales} />}
            {today !== undefined && <LineToday words={today} points={points} scales={scales} />}
            <LineColumns points={points} expected={forecast?.expected} chosen={chosen} scales={scales} onChoose={choose} />
          </svg>
        );
      }}
    </ChartPlot>
  );
}
