import type { QueryClient } from '@tanstack/react-query';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';

/** How long the credit may take to show after the card was charged. Milliseconds. */
const lateCreditMs = 3000;

/** A top-up was paid: a toast says so, and what it touches is read again. */
export function announceTopUp(client: QueryClient, slug: string): void {
  void refreshReads(client, slug, 'credits');
  setTimeout(() => void refreshReads(client, slug, 'credits'), lateCreditMs);
  toast({ message: texts.succeeded, severity: 'success', durationMs: toastDurations.medium });
}
