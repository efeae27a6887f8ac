import { useRef } from 'react';
import type { TaxId } from '#contract/types.ts';
import type { CallError } from '#lib/call-error.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { useCapabilities } from '#billing/shared/use-capabilities.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useWrite } from '#billing/shared/write.ts';
import type { DetailsRequest } from './address.form.ts';

export interface FailedWrite {
  /** The catalogue text with its placeholder. */
  readonly text: typeof texts.saveFailed | typeof texts.updateTaxIdFailed | typeof texts.updateCustomerFailed;
  readonly error: CallError;
  /** Set when the tax ID was saved all the same. */
  readonly savedTaxId?: TaxId | null;
  /** What exactly was saved. */
  readonly hint?: string;
}

interface Before {
  readonly taxId: TaxId | null;
  /** The one that the request was made on; undefined where it replaces any. */
  readonly version: number | undefined;
}

/**
 * Sends the details: in one save, checked before, where the platform can; else the tax ID first and then name and
 * address.
 * @returns null when all of it is saved
 */
export function useWriteDetails(): (request: DetailsRequest, before: Before) => Promise<FailedWrite | null> {
  const params = { slug: useSlug() };
  const isOneSave = useCapabilities()?.includes('billing-details') ?? false;
  const thrown = useRef<CallError | null>(null);
  const options = {
    failure: (message: string) => message,
    place: 'inline',
    onFailure: (error: CallError) => (thrown.current = error),
  } as const;
  const update = useWrite('updateCustomer', options);
  const putTaxId = useWrite('putTaxId', options);
  const deleteTaxId = useWrite('deleteTaxId', options);

  const failed = (text: FailedWrite['text'], more: Partial<FailedWrite> = {}): FailedWrite => {
    if (!thrown.current) throw new Error('a write failed without a failure');
    return { text, error: thrown.current, ...more };
  };

  const together = async (request: DetailsRequest, { version }: Before) => {
    const body = { ...request, ...(version === undefined ? {} : { version }) };
    if (!(await update.write({ params, query: { dry_run: 'true' }, body }))) return failed(texts.saveFailed);
    return (await update.write({ params, body })) ? null : failed(texts.saveFailed);
  };

  const oneAfterTheOther = async ({ tax_id, ...profile }: DetailsRequest, { taxId }: Before) => {
    const isChanged = JSON.stringify(asSent(tax_id)) !== JSON.stringify(asSent(taxId));
    if (isChanged) {
      const saved = tax_id ? await putTaxId.write({ params, body: tax_id }) : await deleteTaxId.write({ params });
      if (!saved) return failed(texts.updateTaxIdFailed);
    }
    if (await update.write({ params, body: profile })) return null;
    return failed(
      texts.updateCustomerFailed,
      isChanged ? { savedTaxId: tax_id, hint: `The tax ID was ${tax_id ? 'saved' : 'removed'}. Name and address were not saved.` } : {},
    );
  };

  return (request, before) => (isOneSave ? together(request, before) : oneAfterTheOther(request, before));
}

const asSent = (taxId: TaxId | null) => taxId && [taxId.type, taxId.value, taxId.country];
