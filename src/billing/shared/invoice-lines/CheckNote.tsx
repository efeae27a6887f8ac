import { formatCents } from '#lib/money.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { amountCents, type InvoiceLine } from './lines.ts';
import type { RecomputedLine } from './recompute.ts';
import styles from './Lines.module.css';

/** Shows the result of recomputing a line in the browser, and any difference. */
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
