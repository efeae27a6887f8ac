import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceReferences } from '#contract/types.ts';
import type { CallError, FieldError } from '#lib/call-error.ts';
import { invoiceReferencesTexts as texts } from '#lib/texts/invoice-buyer.ts';
import { fillText } from '#lib/texts/fill.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { firstMessage } from '#billing/shared/form/first-message.ts';
import {
  changedReferences,
  referenceLabels,
  referenceNames,
  referencesSchema,
  referenceValues,
  type ReferenceName,
  type ReferenceValues,
} from './references.form.ts';

export const referenceId = (name: ReferenceName): string => `reference-${name}`;

const useFields = (base: ReferenceValues) =>
  useForm({ defaultValues: base, validationLogic: revalidateLogic(), validators: { onDynamic: referencesSchema } });

const refusalOf = (refused: readonly FieldError[], name: ReferenceName): string | undefined => {
  const message = refused.find(({ path }) => path === `body.references.${name}`)?.message;
  // A message that begins in lower case needs the field name before it. Other messages are sentences: 'The invoice cannot show: ...'.
  return message !== undefined && /^[a-z]/.test(message) ? `${referenceLabels[name]} ${message}` : message;
};

/** The initial values are read once, so that a later response does not overwrite typed text. */
export function useReferencesForm(stored: InvoiceReferences, onSaved: () => void) {
  const slug = useSlug();
  const client = useQueryClient();
  const [base] = useState(() => referenceValues(stored));
  const [failure, setFailure] = useState<{ message: string; error: CallError } | null>(null);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const fields = useFields(base);
  const values = useSelector(fields.store, (state) => state.values);
  const fieldMeta = useSelector(fields.store, (state) => state.fieldMeta);
  const update = useWrite('updateCustomer', { failure: (message) => fillText(texts.saveFailed, { message }), place: 'inline' });
  const messageOf = (name: ReferenceName) => firstMessage(fieldMeta[name]?.errors) ?? refusalOf(refused, name);
  const forget = (): void => {
    setFailure(null);
    setRefused([]);
  };

  const send = async (): Promise<void> => {
    const result = await update.write({ params: { slug }, body: { references: changedReferences(base, fields.state.values) } });
    if (!result.ok) {
      const { error } = result;
      setRefused(error.fields);
      setFailure({ message: fillText(texts.saveFailed, { message: error.message }), error });
      return setFailedAttempts((count) => count + 1);
    }
    await Promise.all([refreshReads(client, slug, 'details'), refreshReads(client, slug, 'invoices')]);
    // Moves the focus before the toast appears, because moving it later would interrupt the announcement of the toast.
    onSaved();
    toast({ message: texts.saved, severity: 'success', durationMs: toastDurations.short });
  };

  return {
    fields,
    messageOf,
    faults: referenceNames.flatMap((name) => {
      const message = messageOf(name);
      return message === undefined ? [] : [{ fieldId: referenceId(name), message }];
    }),
    failedAttempts,
    failure,
    refusal: undefined,
    isChanged: Object.keys(changedReferences(base, values)).length > 0,
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
      if (!fields.state.isValid) return setFailedAttempts((count) => count + 1);
      await send();
    },
  };
}
