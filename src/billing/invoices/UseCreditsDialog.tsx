import { useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '#contract/types.ts';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useConfirmedWrite } from '#billing/shared/page/use-confirmed-write.tsx';

const focusInvoices = (): void => focusPlace(document.getElementById('invoices-heading') ?? document.querySelector('h1'));

export interface UseCreditsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
  readonly invoice: Pick<Invoice, 'id' | 'number' | 'amount_due'>;
  readonly usedCents: number;
  readonly balanceCents: number;
}

export function UseCreditsDialog(props: UseCreditsDialogProps) {
  const { isOpen, onClose, invoice } = props;
  const title = fillText(texts.creditsTitle, { number: invoice.number });
  return (
    <DialogBoundary {...{ title, isOpen, onClose }}>
      <OpenUseCredits {...props} title={title} />
    </DialogBoundary>
  );
}

function OpenUseCredits({
  title,
  isOpen,
  onClose,
  returnFocusTo,
  invoice: { id, number, amount_due: dueCents },
  usedCents,
  balanceCents,
}: UseCreditsDialogProps & { readonly title: string }) {
  const slug = useSlug();
  const client = useQueryClient();
  const refresh = async (): Promise<void> => {
    await Promise.all([refreshReads(client, slug, 'invoices'), refreshReads(client, slug, 'credits')]);
  };
  const { write, dialogProps } = useConfirmedWrite('useCredits', {
    failure: (message) => fillText(texts.useCreditsFailed, { message }),
    busyMessage: texts.usingCredits,
    onClose: () => {
      onClose();
      // The reload may remove the button that has the focus. The focus then moves to the section.
      void refresh().then(() => afterPaint(() => document.activeElement === document.body && focusInvoices()));
    },
    // Reloads only if the error says that the amount has changed. After other errors, a reload could remove the dialog with its message.
    onFailure: ({ fields }) => (fields.some(({ path }) => path === 'body.amount') ? refresh() : undefined),
  });
  const words = {
    number,
    used: formatCents(usedCents),
    rest: formatCents(dueCents - usedCents),
    left: formatCents(balanceCents - usedCents),
  };
  async function use() {
    const result = await write({ params: { slug, invoice_id: id }, body: { amount: usedCents } });
    if (!result.ok) return;
    const { used, amount_due: restCents } = result.answer.data;
    const message = fillText(restCents === 0 ? texts.usedInFull : texts.usedInPart, {
      number,
      used: formatCents(used),
      rest: formatCents(restCents),
    });
    toast({ message, severity: 'success', durationMs: toastDurations.short });
    onClose();
    // The button that opened the dialog disappears when the invoice is paid, so the focus can't return to this button.
    afterPaint(focusInvoices);
    await refresh();
  }
  return (
    <AlertDialog
      {...dialogProps}
      isOpen={isOpen}
      returnFocusTo={returnFocusTo}
      title={title}
      description={fillText(usedCents === dueCents ? texts.creditsInFull : texts.creditsInPart, words)}
      actionLabel={fillText(texts.creditsAmount, words)}
      cancelLabel="Cancel"
      onAction={() => void use()}
    />
  );
}
