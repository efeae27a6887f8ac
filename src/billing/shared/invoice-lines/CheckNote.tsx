import { formatCents } from '#lib/money.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { amountCents, type InvoiceLine } from './lines.ts';
import type { RecomputedLine } from './recompute.ts';
import styles from './Lines.module.css';

/** Recomputes the line in the browser and shows whether the result equals the amount on the invoice. */
export function CheckNote({ line, recomputed }: { line: InvoiceLine; recomputed: RecomputedLine }) {
  if (recomputed.agrees) {
    return (
      <p className={styles.check}>
        <Icon name="check" />
        Recomputed here, with the same result.
      </p>
    );
  }
  return (
    <Notice variant="negative" title={`${line.description} does not add up`}>
      {`Your browser calculates ${formatCents(recomputed.cents)}; the platform says ${formatCents(amountCents(line))}. Please contact support.`}
    </Notice>
  );
}
