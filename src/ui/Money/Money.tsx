import { formatCents } from '#lib/money.ts';
import { uiTexts } from '#ui/texts.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import styles from './Money.module.css';

export interface MoneyProps {
  /** Amount in whole cents. A negative amount is printed with a minus sign. */
  cents: number;
  /** Text that is printed instead of the amount if whole cents are too coarse: "<$0.01". */
  text?: string;
  /** Amount before a discount, in cents. It is struck through, and screen readers read it as the old amount. */
  wasCents?: number | undefined;
  /** Meaning that the color shows; "auto" shows negative amounts as credit. A sign or a word must convey the same meaning. */
  tone?: 'auto' | 'plain' | 'credit' | 'owed';
  layout?: 'inline' | 'stacked' | undefined;
}

export function Money({ cents, text = formatCents(cents), wasCents = cents, tone = 'auto', layout = 'inline' }: MoneyProps) {
  const resolvedTone = tone === 'auto' ? (cents < 0 ? 'credit' : 'plain') : tone;
  return (
    <span className={styles.root} data-tone={resolvedTone} data-layout={layout}>
      {wasCents !== cents && (
        <>
          <span className={styles.was}>
            {`${uiTexts.wasAmount} `}
            <span className={styles.amount}>{formatCents(wasCents)}</span>
          </span>
          {/* A breaking space at the end would be dropped, so that Orca would read "now" and the amount as one word. */}
          <VisuallyHidden>{` ${uiTexts.nowAmount}\u00a0`}</VisuallyHidden>
        </>
      )}
      <span className={styles.amount}>{text}</span>
    </span>
  );
}
