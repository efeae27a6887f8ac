import { useEffect, useRef, type ReactNode } from 'react';
import { Badge } from '#ui/Badge/Badge.tsx';
import { uiTexts } from '#ui/texts.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import styles from './PlanCard.module.css';

export interface PlanFeature {
  text: string;
  subText?: string | undefined;
}

export interface PlanPrice {
  prefix?: string | undefined;
  amount: string;
  unit?: string | undefined;
}

export interface PlanCardProps {
  name: string;
  description?: string;
  rank: 1 | 2 | 3 | 4;
  price: PlanPrice;
  features: readonly PlanFeature[];
  badge?: string | undefined;
  footer?: ReactNode;
  isCurrent?: boolean;
  /** Button or link of the card. The card itself is not a button, because its content is too long for a button's name. */
  action?: ReactNode;
}

export interface PlanCardsProps {
  children: ReactNode;
}

/** Plan cards side by side, with aligned rows. If the cards are stacked, this scrolls to the current plan. */
export function PlanCards({ children }: PlanCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Waits until the panel has taken the focus, because focusing the panel scrolls it to its top.
    const frame = requestAnimationFrame(() => {
      const first = list.current?.firstElementChild;
      const current = list.current?.querySelector(':scope > [data-current]');
      if (first && current && current.getBoundingClientRect().top > first.getBoundingClientRect().bottom)
        current.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  // Without an explicit role, Safari does not report a list without markers as a list.
  return (
    <div className={styles.cards}>
      <ul ref={list} role="list" className={styles.list}>
        {children}
      </ul>
    </div>
  );
}

export function PlanCard({ name, description, rank, price, features, badge, footer, isCurrent = false, action }: PlanCardProps) {
  const priceWords = [price.prefix, price.amount, price.unit].filter(Boolean).join(' ');
  return (
    <li className={styles.card} data-current={isCurrent || undefined}>
      <span className={styles.rank} aria-hidden="true">
        {Array.from({ length: rank }, (_, index) => (
          <span key={index} className={styles.rankRule} />
        ))}
      </span>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {badge !== undefined && <Badge variant="info">{badge}</Badge>}
        {description !== undefined && <p className={styles.description}>{description}</p>}
      </div>
      <p>
        <VisuallyHidden>{priceWords}</VisuallyHidden>
        <span aria-hidden="true">
          {price.prefix !== undefined && <span className={styles.prefix}>{price.prefix} </span>}
          <span className={styles.amount}>{price.amount}</span>
          {price.unit !== undefined && <span className={styles.period}>{price.unit}</span>}
        </span>
      </p>
      <div className={styles.action}>
        {isCurrent && <p className={styles.current}>{uiTexts.currentPlan}</p>}
        {action}
      </div>
      <ul role="list" className={styles.features}>
        {features.map(({ text, subText }) => (
          <li key={text} className={styles.feature}>
            {text}
            {subText !== undefined && (
              <>
                {/* The line break separates words, because Linux accessibility trees join a block-level span with the text before it. */}
                <br />
                <span className={styles.subText}>{subText}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </li>
  );
}
