import { useQueryClient } from '@tanstack/react-query';
import type { BilledTo, Customer, Invoice } from '#contract/types.ts';
import { addressLines } from '#lib/address-lines.ts';
import { buyerReferenceName, purchaseOrderName } from '#lib/invoice-parties.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoiceCorrectionTexts as texts } from '#lib/texts/invoice-buyer.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useConfirmedWrite } from '#billing/shared/page/use-confirmed-write.tsx';

export interface CorrectBuyerDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
  readonly invoice: Invoice;
  /** Buyer on the invoice before any correction. */
  readonly billedTo: BilledTo;
  readonly customer: Customer;
}

const columns = [
  { id: 'part', header: 'Part' },
  { id: 'before', header: texts.before, align: 'detail' },
  { id: 'after', header: texts.after, align: 'detail' },
] as const;

/**
 * Returns the buyer with the customer's current details. If the customer has no purchase order number or buyer reference, the buyer keeps
 * the one on the invoice.
 */
const buyerNow = ({ billing_name: name, address, tax_id: taxId, references }: Customer, before: BilledTo): BilledTo => ({
  ...before,
  billing_name: name ?? null,
  address: address ?? null,
  tax_id: taxId,
  po_number: references?.po_number ?? before.po_number,
  buyer_reference: references?.buyer_reference ?? before.buyer_reference,
});

const partsOf = ({ billing_name: name, address, tax_id: taxId, ...references }: BilledTo): Readonly<Record<string, string>> => ({
  Name: name ?? '',
  Address: address ? addressLines(address).join(', ') : '',
  'Tax ID': taxId?.value ?? '',
  [purchaseOrderName]: references.po_number ?? '',
  [buyerReferenceName]: references.buyer_reference ?? '',
});

export function CorrectBuyerDialog({ isOpen, onClose, returnFocusTo, invoice, billedTo, customer }: CorrectBuyerDialogProps) {
  const { id, number } = invoice;
  const slug = useSlug();
  const client = useQueryClient();
  const { write, dialogProps } = useConfirmedWrite('correctBuyer', {
    failure: (message) => fillText(texts.failed, { message }),
    busyMessage: texts.correcting,
    onClose,
    onFailure: () => refreshReads(client, slug, 'details'),
  });
  const latest = invoice.corrections?.at(-1)?.billed_to ?? billedTo;
  const [before, after] = [partsOf(latest), partsOf(buyerNow(customer, latest))];
  const names = Object.keys(before).filter((name) => before[name] !== '' || after[name] !== '');
  const isSame = names.every((name) => before[name] === after[name]);
  const correct = async (): Promise<void> => {
    const input = { params: { slug, invoice_id: id } };
    const result = await write({ ...input, body: { version: customer.version } });
    if (!result.ok) return;
    const { data } = result.answer;
    client.setQueryData(readKey('getInvoice', input), data);
    const message = fillText(texts.done, { number, corrected: data.corrected_by ?? '' });
    toast({ message, severity: 'success', durationMs: toastDurations.short });
    onClose();
    await refreshReads(client, slug, 'invoices');
  };
  return (
    <AlertDialog
      {...dialogProps}
      isOpen={isOpen}
      isWide
      returnFocusTo={returnFocusTo}
      title={fillText(texts.title, { number })}
      description={texts.about}
      actionLabel={texts.confirm}
      cancelLabel="Cancel"
      unavailableReason={isSame ? texts.same : undefined}
      onAction={() => void correct()}
    >
      <Table caption={texts.comparison} columns={columns}>
        <TableGroup>
          {names.map((name) => (
            <TableRow key={name} header={name}>
              <TableCell align="detail" label={texts.before}>
                {before[name] || 'None'}
              </TableCell>
              <TableCell align="detail" label={texts.after}>
                {after[name] || 'None'}
              </TableCell>
            </TableRow>
          ))}
        </TableGroup>
      </Table>
      {isSame && <p>{texts.same}</p>}
      {dialogProps.children}
    </AlertDialog>
  );
}
