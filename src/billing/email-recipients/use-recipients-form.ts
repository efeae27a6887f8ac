import { useState } from 'react';
import type { Customer } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { sortEntries, splitEntries } from '#ui/RecipientList/recipients.ts';
import {
  invalidEntry,
  isEmail,
  isPatchEmpty,
  patchOf,
  recipientFaults,
  type RecipientFaults,
  type RecipientValues,
} from './recipients.form.ts';
import { useSaveRecipients } from './use-save-recipients.ts';

export const primaryId = 'recipients-primary';
export const additionalId = 'recipients-additional';

const valuesOf = ({ email, additional_emails }: Pick<Customer, 'email' | 'additional_emails'>): RecipientValues => ({
  primary: email ?? '',
  additional: additional_emails,
});

/**
 * The form of the recipients. What it begins with is read once, so that a later answer of the platform changes nothing
 * that somebody is typing.
 */
export function useRecipientsForm(customer: Customer) {
  const [base, setBase] = useState(() => valuesOf(customer));
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [round, setRound] = useState(0);
  const [values, setValues] = useState(base);
  const [isTried, setTried] = useState(false);
  const saving = useSaveRecipients();

  // What is typed and not yet added is part of the form: it is asked about before it is lost, and saved with the rest.
  const { added, rejected } = sortEntries(splitEntries(typed), values.additional, isEmail);
  const all = { ...values, additional: [...values.additional, ...added, ...rejected] };
  const found = recipientFaults(all);
  const shown = isTried ? found : noFaults;
  const primaryMessage = shown.primary ?? refused.find(({ path }) => path === 'body.billing_email')?.message;
  const additionalMessages = [...shown.additional, ...refused.flatMap(({ path }) => entryAt(path, all.additional)).map(invalidEntry)];
  const faults: FieldFault[] = [
    ...(primaryMessage === undefined ? [] : [{ fieldId: primaryId, message: primaryMessage }]),
    ...(additionalMessages.length === 0 ? [] : [{ fieldId: additionalId, message: additionalMessages.join('. ') }]),
  ];

  const startFrom = (next: RecipientValues) => {
    setBase(next);
    setValues(next);
    setTried(false);
    setRefused([]);
    setTyped('');
    setRound((count) => count + 1);
  };

  return {
    values,
    round,
    primaryMessage,
    faults,
    failedAttempts,
    isChanged: !isPatchEmpty(patchOf(base, all)),
    ...saving.state,
    setPrimary: (primary: string) => {
      setRefused([]);
      setValues((before) => ({ ...before, primary }));
    },
    setAdditional: (additional: string[]) => {
      setRefused([]);
      setValues((before) => ({ ...before, additional }));
    },
    setTyped,
    cancel: () => {
      saving.forget();
      startFrom(base);
      announce('Changes taken back');
    },
    async save() {
      if (saving.state.isSaving) return;
      saving.forget();
      setRefused([]);
      setTried(true);
      if (found.primary !== undefined || found.additional.length > 0) return setFailedAttempts((count) => count + 1);
      const outcome = await saving.save(base, all);
      if (outcome.saved) return startFrom(valuesOf(outcome.saved));
      setRefused(outcome.refused);
      if (outcome.refused.length > 0) setFailedAttempts((count) => count + 1);
    },
  };
}

/** The entry that "body.additional_billing_emails.3" names. */
function entryAt(path: string, entries: readonly string[]): string[] {
  const index = /^body\.additional_billing_emails\.(\d+)$/.exec(path)?.[1];
  const entry = index === undefined ? undefined : entries[Number(index)];
  return entry === undefined ? [] : [entry];
}

const noFaults: RecipientFaults = { primary: undefined, additional: [] };
