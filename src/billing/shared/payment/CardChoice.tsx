import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { useCustomer } from '#billing/shared/use-customer.ts';
import { useHasAddress } from '#billing/shared/use-has-address.ts';
import { usePaymentMethods } from '#billing/shared/use-payment-methods.ts';
import type { CardAnswer, CardHandle, NewCardHandle } from './card-answer.ts';
import { cardOptions, choiceOf, newCardKey } from './card-options.tsx';
import { NewCardForm } from './NewCardForm.tsx';
import { useNowSeconds } from '#billing/shared/now.ts';
import styles from './CardChoice.module.css';

export interface CardChoiceProps {
  ref: Ref<CardHandle>;
  /** What the card is going to be charged, as far as known; the gateway shapes its fields by it. */
  amountCents: number;
  /** While a payment is under way the choice stands still. */
  isReadOnly?: boolean;
  /** Escape was pressed inside the gateway's frame. */
  onEscape?: () => void;
}

const nothingChosen = 'A payment method is required.';

/**
 * A card to pay with: one that is known, or a new one. By the specification the form for a new card is shown where there
 * is no card or no address yet; otherwise the default is chosen, else the first.
 */
export function CardChoice({ ref, amountCents, isReadOnly = false, onEscape }: CardChoiceProps) {
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
    };
  }, [isSettled, chosen]);

  if (!isSettled) return <LoadingSheet lines={3} size="row" />;
  return (
    <div className={styles.root}>
      {cards.kind === 'failed' && <ReadFailure subject="payment methods" title={paymentMethodsTexts.failed} failed={cards} />}
      {methods.length > 0 && (
        <RadioGroup
          label="Payment method"
          options={cardOptions(methods, now)}
          value={chosen}
          onChange={setPicked}
          isReadOnly={isReadOnly}
          isRequired
        />
      )}
      {chosen === newCardKey && (
        <NewCardForm
          ref={newCard}
          purpose={amountCents > 0 ? { kind: 'payment', amountCents } : { kind: 'keep' }}
          customer={customer.kind === 'ready' ? customer.data : null}
          {...{ isReadOnly, onEscape }}
        />
      )}
      {isMissing && <p className={styles.missing}>{nothingChosen}</p>}
    </div>
  );
}
