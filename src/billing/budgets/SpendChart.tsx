import { type KeyboardEvent, useId, useState } from 'react';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import styles from './Budgets.module.css';

export interface SpendPoint {
  readonly seconds: number;
  readonly cents: number;
  /** Not spent yet. */
  readonly isExpected: boolean;
}

const slot = 10;
const gap = 2;
const height = 100;

const columns = [
  { id: 'when', header: 'When' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

const pointWords = ({ seconds, cents, isExpected }: SpendPoint): string =>
  `${formatDate(seconds)}: ${formatCents(cents)}${isExpected ? ' expected' : ''}`;

/** How far a key moves along the points. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Amounts as bars: one stop of the keyboard, arrows along the points, and a table with the same numbers. */
export function SpendChart({ name, points, limitCents }: { name: string; points: readonly SpendPoint[]; limitCents: number | undefined }) {
  const hatchId = useId();
  const [chosen, setChosen] = useState(points.length - 1);
  const last = points.length - 1;
  const point = points[Math.min(chosen, last)];
  const top = Math.max(1, limitCents ?? 0, ...points.map(({ cents }) => cents));
  const heightOf = (cents: number): number => Math.max(0, Math.round((cents / top) * height * 10) / 10);
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen((before) => Math.max(0, Math.min(last, before + step)));
  };
  if (!point) return null;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.about}>
        {`${name}. ${pointWords(point)}${limitCents === undefined ? '' : `. The line is the limit of ${formatCents(limitCents)}`}`}
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.min(chosen, last)}
        aria-valuetext={pointWords(point)}
        aria-readonly
        className={styles.plot}
        onKeyDown={move}
      >
        <svg className={styles.chart} viewBox={`0 0 ${points.length * slot} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <pattern id={hatchId} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={styles.bar} width="2" height="4" />
          </pattern>
          {points.map(({ seconds, cents, isExpected }, index) => (
            <rect
              key={seconds}
              className={isExpected ? undefined : styles.bar}
              {...(isExpected && { fill: `url(#${hatchId})` })}
              data-chosen={index === Math.min(chosen, last) || undefined}
              x={index * slot + gap / 2}
              y={height - heightOf(cents)}
              width={slot - gap}
              height={heightOf(cents)}
              onPointerEnter={() => setChosen(index)}
            />
          ))}
          {limitCents !== undefined && (
            <line
              className={styles.limit}
              x1={0}
              x2={points.length * slot}
              y1={height - heightOf(limitCents)}
              y2={height - heightOf(limitCents)}
            />
          )}
        </svg>
      </div>
      <Disclosure title="The same as a table" nameSuffix={`, ${name}`}>
        <Table caption={name} isCaptionHidden columns={columns}>
          <TableGroup>
            {points.map(({ seconds, cents, isExpected }) => (
              <TableRow key={seconds} header={<DateText seconds={seconds} />}>
                <TableCell align="money">{`${formatCents(cents)}${isExpected ? ' expected' : ''}`}</TableCell>
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      </Disclosure>
    </figure>
  );
}
