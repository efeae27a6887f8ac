import { PatternCircles, PatternLines } from '@visx/pattern';
import styles from './BarChart.module.css';

type Direction = 'diagonal' | 'diagonalRightToLeft' | 'horizontal' | 'vertical';

/** Pattern of each series by position. For example, the first series is filled, and the third series is dotted. */
const directions: readonly (readonly Direction[] | 'filled' | 'dots')[] = [
  'filled',
  ['diagonal'],
  'dots',
  ['horizontal'],
  ['diagonal', 'diagonalRightToLeft'],
  ['vertical'],
];

/** Steps of the color ramp for charts with few series. These steps differ as much as possible. */
const wideSteps = [0, 2, 4, 5];

export const seriesStep = (index: number, count: number): number => (count <= wideSteps.length ? (wideSteps[index] ?? index) : index);

/** Returns the SVG fill of a series. The style sheet replaces it by a plain color, except in forced colors and in print. */
export const seriesFill = (id: string, index: number): string => (directions[index] === 'filled' ? 'currentColor' : `url(#${id}${index})`);

export function ChartPattern({ id, index, size }: { id: string; index: number; size: number }) {
  const direction = directions[index];
  if (direction === undefined || direction === 'filled') return null;
  return (
    <g data-series={index} className={styles.pattern}>
      {direction === 'dots' ? (
        <PatternCircles id={id} width={size} height={size} radius={size / 3.2} className={styles.dot ?? ''} />
      ) : (
        <PatternLines
          id={id}
          width={size}
          height={size}
          orientation={[...direction]}
          strokeWidth={size / 3.5}
          className={styles.stripe ?? ''}
        />
      )}
    </g>
  );
}
