import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '#contract/types.ts';
import type { CallError, FieldError } from '#lib/call-error.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { fillText } from '#lib/texts/fill.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { readKey, readOptions } from '#billing/shared/data/queries.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { mergeRecipients, patchOf, type RecipientValues } from './recipients.form.ts';

const namesField = ({ path }: FieldError): boolean => /^body\.(billing_email|additional_billing_emails\.\d+)$/.test(path);

/** Sends only the changes, so that recipients added by another member stay. @param onSaved called after the saved recipients are read */
export function useSaveRecipients(onSaved: () => void) {
  const params = { slug: useSlug() };
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ message: string; error: CallError } | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const update = useWrite('updateOrganization', {
    failure: (message) => fillText(texts.saveFailed, { message }),
    place: 'inline',
  });

  const forget = () => {
    setFailure(null);
    setRefusal(undefined);
  };

  const failed = (error: CallError): readonly FieldError[] => {
    const message = fillText(texts.saveFailed, { message: error.message });
    const refused = error.fields.filter(namesField);
    if (refused.length > 0) setRefusal(message);
    else setFailure({ message, error });
    return refused;
  };

  const send = async (base: RecipientValues, values: RecipientValues): Promise<readonly FieldError[]> => {
    const fresh = await client.fetchQuery({ ...readOptions('getCustomer', { params }), staleTime: 0, retry: false }).catch(() => null);
    const merged = fresh ? { ...values, additional: mergeRecipients(fresh.additional_emails, base.additional, values.additional) } : values;
    const body = patchOf(fresh ? { ...base, additional: fresh.additional_emails } : base, merged);
    const result = await update.write({ params, body });
    if (!result.ok) return failed(result.error);
    await refreshReads(client, params.slug, 'details');
    // If the cached customer is still the object from before the save, the reload has failed. The page then shows the sent values.
    client.setQueryData<Customer>(readKey('getCustomer', { params }), (read) =>
      read && read === fresh ? { ...read, email: merged.primary.trim() || null, additional_emails: [...merged.additional] } : read,
    );
    // Moves the focus before the toast appears, because moving it later would interrupt the announcement of the toast.
    onSaved();
    toast({ message: texts.saved, severity: 'success', durationMs: toastDurations.short });
    return [];
  };

  return {
    state: { isSaving, failure, refusal },
    forget,
    save: async (base: RecipientValues, values: RecipientValues): Promise<readonly FieldError[]> => {
      setSaving(true);
      const refused = await send(base, values);
      setSaving(false);
      return refused;
    },
  };
}
