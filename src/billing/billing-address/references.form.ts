import { z } from 'zod/mini';
import { InvoiceReferencesInput } from '#contract/shapes/customer.ts';
import type { InvoiceReferences } from '#contract/types.ts';
import { invoiceReferencesTexts as texts } from '#lib/texts/invoice-buyer.ts';

export const referenceLabels = {
  po_number: texts.poNumber,
  buyer_reference: texts.buyerReference,
  next_po_number: texts.nextPoNumber,
  next_buyer_reference: texts.nextBuyerReference,
} as const;

export type ReferenceName = keyof typeof referenceLabels;

export const referenceNames = Object.keys(referenceLabels) as ReferenceName[];

/** A missing reference is empty text. */
export type ReferenceValues = Readonly<Record<ReferenceName, string>> & { readonly po_required: boolean };

export const referenceValues = (stored: InvoiceReferences): ReferenceValues => ({
  po_number: stored.po_number ?? '',
  buyer_reference: stored.buyer_reference ?? '',
  next_po_number: stored.next_po_number ?? '',
  next_buyer_reference: stored.next_buyer_reference ?? '',
  po_required: stored.po_required,
});

/** Empty text is valid and means no reference. */
const line = (name: ReferenceName) =>
  z.string().check(
    z.superRefine((typed, found) => {
      const issue = typed.trim() === '' ? undefined : z.safeParse(InvoiceReferencesInput.shape[name], typed).error?.issues[0];
      if (issue) found.addIssue(`${referenceLabels[name]} ${issue.message}`);
    }),
  );

export const referencesSchema = z.object({
  po_number: line('po_number'),
  buyer_reference: line('buyer_reference'),
  next_po_number: line('next_po_number'),
  next_buyer_reference: line('next_buyer_reference'),
  po_required: z.boolean(),
});

/** Returns only changed values, so that a save does not revert another member's changes. */
export function changedReferences(base: ReferenceValues, values: ReferenceValues): Partial<InvoiceReferences> {
  const texts = referenceNames
    .filter((name) => values[name].trim() !== base[name])
    .map((name) => [name, values[name].trim() || null] as const);
  return { ...Object.fromEntries(texts), ...(values.po_required === base.po_required ? {} : { po_required: values.po_required }) };
}
