import type { PaymentMethod } from '#contract/types.ts';
import { brandName } from '#lib/card-name.ts';
import { CardPlate } from '#ui/CardPlate/CardPlate.tsx';
import { Code } from '#ui/Code/Code.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { CardBadges, expiryText } from '#billing/shared/payment/CardBadges.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { CardMenu } from './CardMenu.tsx';
import styles from './PaymentMethods.module.css';

export function CardRow({ method, count }: { method: PaymentMethod; count: number }) {
  const { card, is_default: isDefault } = method;
  const now = useNowSeconds();
  if (!card) return null;
  return (
    <li className={styles.card}>
      <CardPlate brand={card.brand} />
      <p className={styles.name}>
        {brandName(card.brand)}{' '}
        <span className={styles.ending}>
          <span aria-hidden="true" className={styles.mask}>
            ••••{' '}
          </span>
          <VisuallyHidden>ending in </VisuallyHidden>
          <Code>{card.last4}</Code>
        </span>
      </p>
      <p className={styles.expiry}>{expiryText(card)}</p>
      <p className={styles.badges}>
        <CardBadges card={card} isDefault={isDefault} nowSeconds={now} />
      </p>
      <CardMenu {...{ method, card, count }} />
    </li>
  );
}
