import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { uiTexts } from '#ui/texts.ts';
import { useChartSize } from './use-chart-size.ts';
import styles from './BarChart.module.css';

/** Chart state that the rendered picture depends on. */
export interface ChartPicture {
  /** Width of the chart, in pixels. */
  readonly width: number;
  /** Font size of small text, in pixels. */
  readonly text: number;
  /** Index of the selected point. */
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

export interface ChartPlotProps {
  /** Accessible name of the chart's only tab stop. */
  label: string;
  points: readonly { readonly words: string }[];
  /** Returns the legend for a text size. */
  renderLegend?: (text: number) => ReactNode;
  /** Returns the SVG element. */
  children: (picture: ChartPicture) => ReactNode;
}

/** Steps along the points for the arrow keys, Home and End. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * The only tab stop of a chart. Arrow keys, Home and End move along the points, and each point has a sentence. Its role is slider, because
 * screen readers pass the arrow keys to sliders; its role description is chart.
 */
export function ChartPlot({ label, points, renderLegend, children }: ChartPlotProps) {
  const { ref, width, text } = useChartSize();
  const last = points.length - 1;
  const [selected, setSelected] = useState(last);
  const chosen = Math.min(selected, last);
  const words = points[chosen]?.words;
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setSelected(Math.max(0, Math.min(last, chosen + step)));
  };
  return (
    <div className={styles.root}>
      <p className={styles.words}>{words}</p>
      {renderLegend?.(text)}
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-roledescription={uiTexts.chart}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={words}
        className={styles.plot}
        onKeyDown={move}
      >
        {children({ width, text, chosen, choose: setSelected })}
      </div>
    </div>
  );
}
