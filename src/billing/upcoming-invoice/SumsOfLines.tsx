import { Money } from '#ui/Money/Money.tsx';
import { amountCents, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';
import { workingSummary } from '#billing/shared/invoice-lines/working.ts';
import styles from './UpcomingInvoice.module.css';

/**
 * Arithmetic of lines that several projects share: each line is rounded once, so project amounts are parts of it. Lines that do not add up
 * have their own remark.
 */
export function SumsOfLines({ lines }: { lines: readonly InvoiceLine[] }) {
  const shared = lines
    .filter(({ entryCount }) => entryCount > 1)
    .map((line) => ({ line, recomputed: recomputeLine(line) }))
    .filter(({ recomputed }) => recomputed !== null);
  if (shared.length === 0) return null;
  return (
    <div className={styles.sumsOfLines}>
      {shared.map(({ line, recomputed }) => (
        <p key={line.id}>
          {`${line.description}: ${workingSummary(line, recomputed)} = `}
          <Money cents={amountCents(line)} />
        </p>
      ))}
    </div>
  );
}
