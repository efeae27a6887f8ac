import { formatCents } from '#lib/money.ts';
import { uiTexts } from '#ui/texts.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import styles from './Money.module.css';

export interface MoneyProps {
  /** Whole cents; negative is printed with a minus sign. */
  cents: number;
  /** What is printed for it where whole cents say too little: "<$0.01". */
  text?: string;
  /** The amount before a discount, in whole cents: struck through, and said to be the old one. */
  wasCents?: number | undefined;
  /** Colour by what it means to the reader; "auto" makes negative amounts credit. The sign or a word always says the same. */
  tone?: 'auto' | 'plain' | 'credit' | 'owed';
  /** Where the old amount stands. */
  layout?: 'inline' | 'stacked' | undefined;
}

/** An amount in tabular figures, one text node, never struck through without words. */
export function Money({ cents, text = formatCents(cents), wasCents = cents, tone = 'auto', layout = 'inline' }: MoneyProps) {
  const resolvedTone = tone === 'auto' ? (cents < 0 ? 'credit' : 'plain') : tone;
  return (
    <span className={styles.root} data-tone={resolvedTone} data-layout={layout}>
      {wasCents !== cents && (
        <>
          <span className={styles.was}>
            {`${uiTexts.wasAmount} `}
            <s className={styles.amount}>{formatCents(wasCents)}</s>
          </span>
          <VisuallyHidden>{` ${uiTexts.nowAmount} `}</VisuallyHidden>
        </>
      )}
      <span className={styles.amount}>{text}</span>
    </span>
  );
}
