import { PatternCircles, PatternLines } from '@visx/pattern';
import styles from './BarChart.module.css';

type Direction = 'diagonal' | 'diagonalRightToLeft' | 'horizontal' | 'vertical';

/** The pattern of each series in its place; the first one is filled, the third dotted. */
const directions: readonly (readonly Direction[] | 'filled' | 'dots')[] = [
  'filled',
  ['diagonal'],
  'dots',
  ['horizontal'],
  ['diagonal', 'diagonalRightToLeft'],
  ['vertical'],
];

/** What fills the bars of a series that has a pattern of that id; the style sheet fills the first one. */
export const seriesFill = (id: string, index: number): string => (directions[index] === 'filled' ? 'currentColor' : `url(#${id}${index})`);

/** The pattern that tells a series apart where colors can't. */
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
