import type { ReactNode } from 'react';
import { callWithRetries } from '#lib/browser/call-with-retries.ts';
import { CallError } from '#lib/call-error.ts';
import { messageOf } from '#lib/message-of.ts';
import { confirmationsTexts as texts } from '#lib/texts/notices.ts';
import { fillText } from '#lib/texts/fill.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';

/** Sends a confirmation email. @returns the error to show at the address; null if the email was sent */
export async function sendConfirmation(slug: string, address: string): Promise<ReactNode> {
  try {
    await callWithRetries('sendConfirmation', { params: { slug }, body: { address } });
  } catch (error) {
    const message = fillText(texts.sendFailed, { message: messageOf(error) });
    return <FailureNote message={message} error={error instanceof CallError ? error : null} />;
  }
  toast({ message: fillText(texts.sent, { address }), severity: 'success', durationMs: toastDurations.short });
  return null;
}
