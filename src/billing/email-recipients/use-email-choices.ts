import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError, FieldError } from '#lib/call-error.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { fillText } from '#lib/texts/fill.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { changedChoices, choicesOf, emailChoicesSchema, type EmailChoices, type EmailSettings } from './email-choices.form.ts';

export const addressId = (index: number): string => `emails-${index}`;

const useFields = (base: EmailChoices) =>
  useForm({ defaultValues: base, validationLogic: revalidateLogic(), validators: { onDynamic: emailChoicesSchema } });

const noFaults = { faults: [] };

/** Maps a field path of a request error, such as "body.notice_kinds.3.address", to the index of that address in the form. */
function faultOf(
  { path, message }: FieldError,
  requestChoices: readonly { readonly address: string }[],
  { choices }: EmailChoices,
): FieldFault[] {
  const place = /^body\.notice_kinds\.(\d+)\./.exec(path)?.[1];
  const address = place === undefined ? undefined : requestChoices[Number(place)]?.address;
  const index = choices.findIndex((choice) => choice.address === address);
  return index < 0 ? [] : [{ fieldId: addressId(index), message: `${address}: ${message}` }];
}

/** The initial values are read once, so that a later response does not overwrite choices. */
export function useEmailChoices(settings: EmailSettings, onSaved: () => void) {
  const slug = useSlug();
  const client = useQueryClient();
  const [base] = useState(() => choicesOf(settings));
  const [refused, setRefused] = useState<{ title?: string; faults: readonly FieldFault[] }>(noFaults);
  const [failure, setFailure] = useState<{ message: string; error: CallError } | null>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const fields = useFields(base);
  const values = useSelector(fields.store, (state) => state.values);
  const update = useWrite('updateNoticeSettings', { failure: (message) => fillText(texts.saveFailed, { message }), place: 'inline' });
  const body = changedChoices(settings, base, values);
  const forget = (): void => {
    setRefused(noFaults);
    setFailure(null);
  };

  const failed = (error: CallError): void => {
    const faults = error.fields.flatMap((field) => faultOf(field, body.notice_kinds, base));
    const message = fillText(texts.saveFailed, { message: error.message });
    if (faults.length === 0) return setFailure({ message, error });
    setRefused({ title: message, faults });
    setFailedAttempts((count) => count + 1);
  };
  return {
    fields,
    values,
    base,
    failure,
    faults: refused.faults,
    failedAttempts,
    refusal: refused.title,
    isChanged: body.notice_kinds.length > 0,
    isSaving: update.isPending,
    forget,
    cancel: () => {
      forget();
      fields.reset(base);
      announce('Changes discarded');
    },
    async save() {
      if (update.isPending) return;
      forget();
      await fields.handleSubmit();
      const input = { params: { slug } };
      const result = await update.write({ ...input, body });
      if (!result.ok) return failed(result.error);
      client.setQueryData(readKey('getNoticeSettings', input), result.answer.data);
      // Moves the focus before the toast appears, because moving it later would interrupt the announcement of the toast.
      onSaved();
      toast({ message: emailRecipientsTexts.saved, severity: 'success', durationMs: toastDurations.short });
    },
  };
}
