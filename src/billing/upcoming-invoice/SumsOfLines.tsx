import { Money } from '#ui/Money/Money.tsx';
import { Icon } from '#ui/Icon/Icon.tsx';
import { amountCents, type InvoiceLine } from '#billing/shared/lines/lines.ts';
import { recompute } from '#billing/shared/lines/recompute.ts';
import { workingSummary } from '#billing/shared/lines/working.ts';
import lineStyles from '#billing/shared/lines/Lines.module.css';
import styles from './UpcomingInvoice.module.css';

/**
 * The arithmetic behind a group. Where several projects share a line it is shown: the line is rounded once, and their
 * amounts are parts of it. Lines that do not add up have a remark of their own.
 */
export function SumsOfLines({ lines }: { lines: readonly InvoiceLine[] }) {
  const checked = lines.map((line) => ({ line, recomputed: recompute(line) })).filter(({ recomputed }) => recomputed !== null);
  const shared = checked.filter(({ line }) => line.entryCount > 1);
  return (
    <div className={styles.sumsOfLines}>
      {shared.map(({ line, recomputed }) => (
        <p key={line.id}>
          {`${line.description}: ${workingSummary(line, recomputed)} = `}
          <Money cents={amountCents(line)} />
        </p>
      ))}
      {checked.every(({ recomputed }) => recomputed?.agrees) && (
        <p className={lineStyles.check}>
          <Icon name="check" />
          {`Recomputed here from hours and prices: ${checked.length === 1 ? 'the same' : `all ${checked.length} lines the same`}.`}
        </p>
      )}
    </div>
  );
}
