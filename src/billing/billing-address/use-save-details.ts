import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer, TaxId } from '#contract/types.ts';
import type { CallError } from '#lib/call-error.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { fillText } from '#lib/texts/fill.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { toRequest, valuesOf, type AddressValues, type DetailsRequest } from '#billing/shared/address/address.form.ts';
import type { AddressForm } from '#billing/shared/address/use-address-form.ts';
import { useWriteDetails, type FailedWrite } from '#billing/shared/address/use-write-details.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { versionsIn, type Versions } from './versions.ts';

interface Failure {
  readonly message: string;
  readonly error: CallError;
  readonly hint?: string;
}

interface Stored {
  readonly taxId: TaxId | null;
  /** Version of the stored details; undefined if the platform has no versions. */
  readonly version: number | undefined;
}

function useSaveProblems(form: AddressForm) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Versions | null>(null);
  return {
    failure,
    refusal,
    conflict,
    endConflict: () => setConflict(null),
    forget: () => {
      setFailure(null);
      setRefusal(undefined);
      setConflict(null);
    },
    show: ({ text, error, hint }: FailedWrite) => {
      const message = fillText(text, { message: error.message });
      const versions = versionsIn(error);
      if (versions) setConflict(versions);
      else if (form.refuse(error.fields)) setRefusal(message);
      else setFailure({ message, error });
      if (hint !== undefined) setFailure({ message, error, hint });
    },
  };
}

/** Reloads the details after a save. If the reload fails, shows the details that were sent. */
async function showSaved(client: QueryClient, slug: string, { tax_id, ...request }: DetailsRequest, { version }: Stored): Promise<void> {
  await refreshReads(client, slug, 'details');
  if (version === undefined) return;
  client.setQueryData<Customer>(readKey('getCustomer', { params: { slug } }), (read) =>
    read && read.version <= version ? { ...read, ...request, tax_id, version: version + 1 } : read,
  );
}

export function useSaveDetails(form: AddressForm, customer: Customer, onSaved: () => void) {
  const slug = useSlug();
  const client = useQueryClient();
  const [stored, setStored] = useState<Stored>({ taxId: customer.tax_id ?? null, version: customer.version });
  const [isSaving, setSaving] = useState(false);
  const [setAside, setSetAside] = useState<AddressValues | null>(null);
  const writeDetails = useWriteDetails();
  const { show, forget, endConflict, ...problems } = useSaveProblems(form);
  const { conflict } = problems;

  const send = async (values: AddressValues, base: Stored) => {
    const request = toRequest(values, base.taxId);
    const failed = await writeDetails(request, base);
    if (failed) {
      if (failed.savedTaxId !== undefined) {
        // Only the tax ID was saved. Stores the saved tax ID, so that the next attempt does not send it again.
        setStored({ ...base, taxId: failed.savedTaxId });
        await refreshReads(client, slug, 'details');
      }
      return show(failed);
    }
    await showSaved(client, slug, request, base);
    // Moves the focus before the announcements, because a later move would interrupt the announcements.
    onSaved();
    toast({ message: texts.saved, severity: 'success', durationMs: toastDurations.short });
    if (request.tax_id && request.tax_id.value !== values.tax_id_value.trim()) announce(`Tax ID saved as ${request.tax_id.value}`);
  };

  const save = async (base: Stored = stored) => {
    if (isSaving) return;
    forget();
    const values = await form.check();
    if (!values) return;
    setSaving(true);
    await send(values, base);
    setSaving(false);
  };

  const rebase = (): Stored => {
    if (!conflict) return stored;
    const next = { taxId: conflict.stored.tax_id, version: conflict.stored.version };
    setStored(next);
    endConflict();
    void refreshReads(client, slug, 'details');
    return next;
  };

  return {
    ...problems,
    save: () => save(),
    isSaving,
    /** Values that the member had typed before the form loaded the saved version; null if the form did not replace any values. */
    setAside,
    cancel: () => {
      forget();
      form.startFrom(form.base);
      announce('Changes discarded');
    },
    keepMine: () => {
      if (conflict) form.compareWith(valuesOf(conflict.stored));
      return save(rebase());
    },
    takeSaved: () => {
      if (!conflict) return;
      setSetAside(form.fields.state.values);
      form.startFrom(valuesOf(conflict.stored));
      rebase();
      announce('The saved version is in the form');
    },
    putBack: () => {
      if (!setAside) return;
      form.fill(setAside);
      setSetAside(null);
    },
  };
}
