import type { PaymentMethod } from '#contract/types.ts';
import { cardName } from '#lib/card-name.ts';
import type { RadioOption } from '#ui/RadioGroup/RadioGroup.tsx';
import { expiryText } from '#billing/shared/card-expiry.ts';
import { CardBadges, type CardBadgesProps } from '#billing/shared/CardBadges.tsx';
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

function Remarks(props: CardBadgesProps) {
  return (
    <span className={styles.remarks}>
      {expiryText(props.card)}
      <CardBadges {...props} />
    </span>
  );
}
