import { useId } from 'react';
import { type ChartData, chartScales } from './chart-scales.ts';
import { ChartBars, ChartColumns, ChartGrid, ChartLegend } from './ChartParts.tsx';
import { ChartPattern, seriesStep } from './ChartPattern.tsx';
import { ChartPlot } from './ChartPlot.tsx';
import styles from './BarChart.module.css';

export interface BarChartProps extends ChartData {
  label: string;
  /** Names of the bar segments in their order, at most six. */
  series: readonly string[];
}

/** In forced colors and in print, each segment has a pattern. The page must also show the numbers as a table. */
export function BarChart({ label, points, series, tickWords }: BarChartProps) {
  const id = useId();
  if (points.length === 0) return null;
  return (
    <ChartPlot
      label={label}
      points={points}
      {...(series.length > 1 && { renderLegend: (text) => <ChartLegend id={id} series={series} size={text} /> })}
    >
      {({ width, text, chosen, choose }) => {
        const scales = chartScales({ points, tickWords }, width, text);
        return (
          <svg className={styles.chart} viewBox={`0 0 ${width} ${scales.height}`} aria-hidden="true">
            {series.map((name, place) => {
              const index = seriesStep(place, series.length);
              return <ChartPattern key={name} id={`${id}${index}`} index={index} size={text / 2} />;
            })}
            <ChartGrid scales={scales} tickWords={tickWords} />
            <ChartBars id={id} points={points} series={series} scales={scales} />
            <ChartColumns points={points} chosen={chosen} scales={scales} onChoose={choose} />
          </svg>
        );
      }}
    </ChartPlot>
  );
}
