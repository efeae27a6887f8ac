import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { organizationUpdate } from '#contract/permissions.ts';
import type { Invoice } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useAttemptWrite } from '#billing/shared/data/attempt-write.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { sentWords } from './sent-mails.ts';

/** Sends the email of an invoice again, as the invoice stands today, after a question. */
export function SendAgain({ invoice: { id, number, status } }: { invoice: Pick<Invoice, 'id' | 'number' | 'status'> }) {
  const slug = useSlug();
  const client = useQueryClient();
  const maySend = useIsAllowed(organizationUpdate);
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { write, isPending, failure, reset } = useAttemptWrite('sendInvoiceAgain', {
    failure: (message) => fillText(texts.sendFailed, { message }),
    place: 'alert',
  });
  const close = (): void => {
    reset();
    setAsking(false);
  };
  const input = { params: { slug, invoice_id: id } };
  const send = async (): Promise<void> => {
    const result = await write(input);
    if (!result.ok) return;
    const { data } = result.answer;
    client.setQueryData(readKey('listInvoiceNotices', input), data);
    const words = sentWords(data.notices, number);
    toast({ message: words.message, severity: words.isSent ? 'success' : 'error', durationMs: toastDurations.short });
    close();
  };
  const denied = maySend === false ? texts.noSend : undefined;
  return (
    <div data-print="never" ref={place}>
      <Button
        nameSuffix={`, invoice ${number}`}
        onPress={() => setAsking(true)}
        unavailableReason={denied ?? (status === 'draft' ? texts.draft : undefined)}
      >
        {texts.sendAgain}
      </Button>
      {denied !== undefined && <WhoCan may="organization_update" why={denied} subject={texts.sent} at="#sent" />}
      {isAsking && (
        <AlertDialog
          isOpen
          onOpenChange={(next) => !next && close()}
          returnFocusTo={() => place.current?.querySelector('button') ?? null}
          title={fillText(texts.sendTitle, { number })}
          description={texts.sendAbout}
          actionLabel={texts.sendNow}
          cancelLabel="Cancel"
          onAction={() => void send()}
          busyMessage={isPending ? fillText(texts.sending, { number }) : null}
        >
          {failure && <FailureNote {...failure} />}
        </AlertDialog>
      )}
    </div>
  );
}
