import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { PaymentMethod } from '#contract/types.ts';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { cardName } from '#lib/card-name.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { useIsDialogBusy } from '#ui/Dialog/dialog-busy.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { RadioGroup, type RadioOption } from '#ui/RadioGroup/RadioGroup.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { useHasAddress } from '#billing/shared/data/use-has-address.ts';
import { usePaymentMethods } from '#billing/shared/data/use-payment-methods.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import type { CardAnswer, CardHandle, NewCardHandle } from './card-answer.ts';
import { NewCardForm } from './NewCardForm.tsx';
import { expiryText, CardBadges, type CardBadgesProps } from './CardBadges.tsx';
import styles from './CardChoice.module.css';

const newCardKey = 'new';

/** Returns the selected option. @param picked the member's choice: id of a card, or `newCardKey`; null for the specification's default */
export function choiceOf(methods: readonly PaymentMethod[], hasAddress: boolean, picked: string | null): string {
  if (picked === newCardKey || methods.some(({ id }) => id === picked)) return picked ?? newCardKey;
  if (methods.length === 0 || !hasAddress) return newCardKey;
  return (methods.find((method) => method.is_default) ?? methods[0])?.id ?? newCardKey;
}

function cardOptions(methods: readonly PaymentMethod[], nowSeconds: number): RadioOption[] {
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

export interface CardChoiceProps {
  ref: Ref<CardHandle>;
  /** Expected charge in cents. The gateway's card fields need this amount. */
  amountCents: number;
  onEscape?: () => void;
  newCardNote?: ReactNode;
}

const keptNote = <p>This card is saved for renewals and becomes your default card.</p>;

const nothingChosen = 'A payment method is required.';

/** If there is no card or no address, a new card is preselected (specification). Otherwise, the default card is preselected. */
export function CardChoice({ ref, amountCents, onEscape, newCardNote = keptNote }: CardChoiceProps) {
  const cards = usePaymentMethods();
  const customer = useCustomer();
  const now = useNowSeconds();
  const [picked, setPicked] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const newCard = useRef<NewCardHandle>(null);
  const isSettled = cards.kind !== 'loading' && customer.kind !== 'loading';
  const methods = cards.kind === 'ready' ? cards.data : [];
  const lacksAddress = useHasAddress() && !(customer.kind === 'ready' && customer.data.address !== undefined);
  const chosen = choiceOf(methods, !lacksAddress, picked);

  useImperativeHandle(ref, () => {
    const ask = async <T,>(known: T, make: (handle: CardHandle) => Promise<T>, missing: T): Promise<T> => {
      const isNew = chosen === newCardKey;
      const lacksCard = !isSettled || (isNew && newCard.current === null);
      setMissing(lacksCard);
      if (lacksCard) announce(nothingChosen, 'assertive');
      if (lacksCard) return missing;
      return isNew && newCard.current ? make(newCard.current) : known;
    };
    return {
      check: () => ask<string | null>(null, (handle) => handle.check(), nothingChosen),
      getPaymentMethod: () => ask<CardAnswer>({ id: chosen }, (handle) => handle.getPaymentMethod(), { error: nothingChosen }),
      refuse: (errors) => newCard.current?.refuse(errors) ?? false,
      isFilled: () => newCard.current?.isFilled() ?? false,
    };
  }, [isSettled, chosen]);

  if (!isSettled) return <LoadingSheet lines={3} size="row" />;
  return (
    <div className={styles.root}>
      {cards.kind === 'failed' && <ReadFailure subject="payment methods" title={paymentMethodsTexts.failed} failed={cards} />}
      {methods.length > 0 && <CardRadios options={cardOptions(methods, now)} value={chosen} onChange={setPicked} />}
      {chosen === newCardKey && (
        <NewCardForm
          ref={newCard}
          purpose={amountCents > 0 ? { kind: 'payment', amountCents } : { kind: 'keep' }}
          customer={customer.kind === 'ready' ? customer.data : null}
          onEscape={onEscape}
        />
      )}
      {chosen === newCardKey && newCardNote}
      {isMissing && <p className={styles.missing}>{nothingChosen}</p>}
    </div>
  );
}

function CardRadios(props: { options: readonly RadioOption[]; value: string; onChange: (value: string) => void }) {
  return <RadioGroup {...props} label="Payment method" isReadOnly={useIsDialogBusy()} />;
}
