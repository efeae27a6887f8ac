import type { PaymentMethod } from '#contract/types.ts';
import { cardName } from '#lib/card-name.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import type { RadioOption } from '#ui/RadioGroup/RadioGroup.tsx';
import { expiryState, expiryText } from '#billing/shared/card-expiry.ts';
import styles from './CardChoice.module.css';

/** Stands for a card that is still to be typed in. */
export const newCardKey = 'new';

/**
 * Which card is chosen, by what the member has picked and by the specification where he has not.
 * @param picked id of a card, or `newCardKey`; null while nothing was picked
 */
export function choiceOf(methods: readonly PaymentMethod[], hasAddress: boolean, picked: string | null): string {
  if (picked === newCardKey || methods.some(({ id }) => id === picked)) return picked ?? newCardKey;
  if (methods.length === 0 || !hasAddress) return newCardKey;
  return (methods.find((method) => method.is_default) ?? methods[0])?.id ?? newCardKey;
}

/** The cards as answers to choose from, all in words, and a new one last. */
export function cardOptions(methods: readonly PaymentMethod[], nowSeconds: number): RadioOption[] {
  const known = methods.flatMap(({ id, is_default: isDefault, card }): RadioOption[] =>
    card ? [{ value: id, label: cardName(card), description: <Remarks card={card} isDefault={isDefault} nowSeconds={nowSeconds} /> }] : [],
  );
  return [...known, { value: newCardKey, label: 'Use a new card' }];
}

interface RemarksProps {
  card: NonNullable<PaymentMethod['card']>;
  isDefault: boolean;
  nowSeconds: number;
}

function Remarks({ card, isDefault, nowSeconds }: RemarksProps) {
  const expiry = expiryState(card, nowSeconds);
  return (
    <span className={styles.remarks}>
      {expiryText(card)}
      {expiry === 'soon' && <Badge variant="warning">{texts.expiringSoon}</Badge>}
      {expiry === 'expired' && <Badge variant="negative">{texts.expired}</Badge>}
      {isDefault && <Badge variant="positive">{texts.active}</Badge>}
    </span>
  );
}
