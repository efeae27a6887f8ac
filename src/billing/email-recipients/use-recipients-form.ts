import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import type { Customer } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { invalidEntry } from '#lib/email-entries.ts';
import { isPatchEmpty, patchOf, recipientsSchema, withTyped, type TypedRecipients } from './recipients.form.ts';
import { useSaveRecipients } from './use-save-recipients.ts';

export const primaryId = 'recipients-primary';
export const additionalId = 'recipients-additional';

const valuesOf = ({ email, additional_emails }: Pick<Customer, 'email' | 'additional_emails'>): TypedRecipients => ({
  primary: email ?? '',
  additional: additional_emails,
  typed: '',
});

const useFields = (base: TypedRecipients) =>
  useForm({ defaultValues: base, validationLogic: revalidateLogic(), validators: { onDynamic: recipientsSchema } });

/** The initial values are read once, so that a later response does not overwrite input. */
export function useRecipientsForm(customer: Customer, onSaved: () => void) {
  const [base] = useState(() => valuesOf(customer));
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [round, setRound] = useState(0);
  const fields = useFields(base);
  const values = useSelector(fields.store, (state) => state.values);
  const found = useSelector(fields.store, ({ errorMap }) => errorMap.onDynamic);
  const saving = useSaveRecipients(onSaved);

  const all = withTyped(values);
  const primaryMessage = found?.['primary']?.[0]?.message ?? refused.find(({ path }) => path === 'body.billing_email')?.message;
  const additionalMessages = [
    ...(found?.['additional'] ?? []).map(({ message }) => message),
    ...refused.flatMap(({ path }) => entryAt(path, all.additional)).map(invalidEntry),
  ];
  const faults: FieldFault[] = [
    ...(primaryMessage === undefined ? [] : [{ fieldId: primaryId, message: primaryMessage }]),
    ...(additionalMessages.length === 0 ? [] : [{ fieldId: additionalId, message: additionalMessages.join('. ') }]),
  ];

  return {
    fields,
    round,
    primaryMessage,
    faults,
    failedAttempts,
    isChanged: !isPatchEmpty(patchOf(base, all)),
    ...saving.state,
    /** Clears the platform's errors. Call this when the fields no longer contain the rejected values. */
    forgetRefusals: () => setRefused([]),
    cancel: () => {
      saving.forget();
      fields.reset(base);
      setRefused([]);
      setRound((count) => count + 1);
      announce('Changes discarded');
    },
    async save() {
      if (saving.state.isSaving) return;
      saving.forget();
      setRefused([]);
      await fields.handleSubmit();
      if (!fields.state.isValid) return setFailedAttempts((count) => count + 1);
      const refusals = await saving.save(base, withTyped(fields.state.values));
      setRefused(refusals);
      if (refusals.length > 0) setFailedAttempts((count) => count + 1);
    },
  };
}

/** Returns a list with the entry at a field path such as "body.additional_billing_emails.3". For other paths, the list is empty. */
function entryAt(path: string, entries: readonly string[]): string[] {
  const index = /^body\.additional_billing_emails\.(\d+)$/.exec(path)?.[1];
  const entry = index === undefined ? undefined : entries[Number(index)];
  return entry === undefined ? [] : [entry];
}
