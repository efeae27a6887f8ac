import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState, type RefObject } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { CENTS_PER_DOLLAR } from '#lib/money.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { leadTo } from '#ui/Form/lead-to.ts';
import { firstMessage } from '#billing/shared/form/first-message.ts';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { proposedCentsOf } from '#billing/shared/page/proposed-act.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { AmountField } from './AmountField.tsx';
import { ProcessedNote } from './ProcessedNote.tsx';
import { SaveCard } from './SaveCard.tsx';
import { dollarsOf, topUpSchema, usualDollars, usualTopUp } from './top-up.form.ts';
import type { TopUp } from './use-top-up.ts';
import styles from './TopUp.module.css';

const amountFieldId = 'top-up-amount';

export function useTopUpForm(buy: TopUp['buy']) {
  const proposedCents = useSearchPart(proposedCentsOf);
  const [start] = useState(() =>
    proposedCents === null ? usualTopUp : { ...usualTopUp, amount: String(proposedCents / CENTS_PER_DOLLAR) },
  );
  const form = useForm({
    defaultValues: start,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: topUpSchema },
    onSubmit: ({ value: { amount, savesCard } }) => {
      const wanted = dollarsOf(amount);
      if (wanted !== undefined) void buy(wanted, savesCard);
    },
    onSubmitInvalid({ formApi }) {
      const message = firstMessage(formApi.getFieldMeta('amount')?.errors) ?? '';
      // The field must have its error message before the field gets the focus, so that a screen reader speaks the message.
      afterPaint(() => leadTo(amountFieldId, message));
    },
  });
  return { form, dollars: useSelector(form.store, ({ values }) => dollarsOf(values.amount)) };
}

export interface TopUpFieldsProps extends ReturnType<typeof useTopUpForm> {
  readonly card: RefObject<CardHandle | null>;
  readonly isHidden: boolean;
  readonly isBusy: boolean;
  readonly onEscape: () => void;
}

/** Other stages of the dialog hide these fields instead of unmounting them, so that the fields keep the input. */
export function TopUpFields({ form, dollars, card, isHidden, isBusy, onEscape }: TopUpFieldsProps) {
  return (
    <div hidden={isHidden} className={styles.fields}>
      <ProcessedNote />
      <p>{`${creditsTexts.about} ${creditsTexts.aboutMore}`}</p>
      <form.Field name="amount">
        {({ state, handleChange }) => (
          <AmountField
            id={amountFieldId}
            value={state.value}
            onChange={handleChange}
            errorMessage={firstMessage(state.meta.errors)}
            isReadOnly={isBusy}
          />
        )}
      </form.Field>
      <CardChoice
        ref={card}
        amountCents={(dollars ?? usualDollars) * CENTS_PER_DOLLAR}
        onEscape={onEscape}
        newCardNote={
          <form.Field name="savesCard">
            {({ state, handleChange }) => <SaveCard isSelected={state.value} onChange={handleChange} isReadOnly={isBusy} />}
          </form.Field>
        }
      />
    </div>
  );
}
