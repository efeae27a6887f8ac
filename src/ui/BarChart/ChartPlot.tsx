import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { uiTexts } from '#ui/texts.ts';
import { useChartSize } from './use-chart-size.ts';
import styles from './BarChart.module.css';

export interface ChartPicture {
  /** Width of the chart in pixels. The next property, `text`, is the font size of small text in pixels. */
  readonly width: number;
  readonly text: number;
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

export interface ChartPlotProps {
  label: string;
  points: readonly { readonly words: string }[];
  renderLegend?: (text: number) => ReactNode;
  children: (picture: ChartPicture) => ReactNode;
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The only tab stop of a chart. It has the role slider, because screen readers pass arrow keys to sliders. */
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
