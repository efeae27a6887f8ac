import type { TaxId } from '#contract/types.ts';
import type { CallError } from '#lib/call-error.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import type { DetailsRequest } from './address.form.ts';

export interface FailedWrite {
  readonly text: typeof texts.saveFailed | typeof texts.updateTaxIdFailed | typeof texts.updateCustomerFailed;
  readonly error: CallError;
  /** Set only if the tax ID was changed but the other details were not: the new tax ID, or null if the tax ID was removed. */
  readonly savedTaxId?: TaxId | null;
  readonly hint?: string;
}

interface Before {
  readonly taxId: TaxId | null;
  /** Version of the details that the request is based on. If undefined, the save overwrites any version. */
  readonly version: number | undefined;
}

/** Saves in one request if the platform supports this; otherwise saves the tax ID first. @returns null if everything is saved */
export function useWriteDetails(): (request: DetailsRequest, before: Before) => Promise<FailedWrite | null> {
  const params = { slug: useSlug() };
  const isOneSave = useCapabilities()?.includes('billing-details') ?? false;
  const options = { failure: (message: string) => message, place: 'inline' } as const;
  const update = useWrite('updateCustomer', options);
  const putTaxId = useWrite('putTaxId', options);
  const deleteTaxId = useWrite('deleteTaxId', options);

  const together = async (request: DetailsRequest, { version }: Before): Promise<FailedWrite | null> => {
    const body = { ...request, ...(version === undefined ? {} : { version }) };
    const checked = await update.write({ params, query: { dry_run: 'true' }, body });
    const saved = checked.ok ? await update.write({ params, body }) : checked;
    return saved.ok ? null : { text: texts.saveFailed, error: saved.error };
  };

  const oneAfterTheOther = async ({ tax_id, ...profile }: DetailsRequest, { taxId }: Before): Promise<FailedWrite | null> => {
    const isChanged = JSON.stringify(asSent(tax_id)) !== JSON.stringify(asSent(taxId));
    if (isChanged) {
      const saved = tax_id ? await putTaxId.write({ params, body: tax_id }) : await deleteTaxId.write({ params });
      if (!saved.ok) return { text: texts.updateTaxIdFailed, error: saved.error };
    }
    const updated = await update.write({ params, body: profile });
    if (updated.ok) return null;
    return {
      text: texts.updateCustomerFailed,
      error: updated.error,
      ...(isChanged && { savedTaxId: tax_id, hint: `The tax ID was ${tax_id ? 'saved' : 'removed'}. Name and address were not saved.` }),
    };
  };

  return (request, before) => (isOneSave ? together(request, before) : oneAfterTheOther(request, before));
}

const asSent = (taxId: TaxId | null) => taxId && [taxId.type, taxId.value, taxId.country];
