import { useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useConfirmedWrite } from '#billing/shared/page/use-confirmed-write.tsx';
import { sentWords } from './sent-emails.ts';

export interface SendAgainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
  readonly invoice: Pick<Invoice, 'id' | 'number'>;
}

export function SendAgainDialog({ isOpen, onClose, returnFocusTo, invoice: { id, number } }: SendAgainDialogProps) {
  const slug = useSlug();
  const client = useQueryClient();
  const { write, dialogProps } = useConfirmedWrite('sendInvoiceAgain', {
    failure: (message) => fillText(texts.sendFailed, { message }),
    busyMessage: fillText(texts.sending, { number }),
    onClose,
  });
  const input = { params: { slug, invoice_id: id } };
  const send = async (): Promise<void> => {
    const result = await write(input);
    if (!result.ok) return;
    const { data } = result.answer;
    client.setQueryData(readKey('listInvoiceNotices', input), data);
    const words = sentWords(data.notices, number);
    toast({ message: words.message, severity: words.isSent ? 'success' : 'error', durationMs: toastDurations.short });
    onClose();
  };
  return (
    <AlertDialog
      {...dialogProps}
      isOpen={isOpen}
      returnFocusTo={returnFocusTo}
      title={fillText(texts.sendTitle, { number })}
      description={texts.sendAbout}
      actionLabel={texts.sendNow}
      cancelLabel="Cancel"
      onAction={() => void send()}
    />
  );
}
