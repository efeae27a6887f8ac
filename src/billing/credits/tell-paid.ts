import type { QueryClient } from '@tanstack/react-query';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { refresh } from '#billing/shared/refresh.ts';

/** How long the credit may take to show after the card was charged. Milliseconds. */
const lateCreditMs = 3000;

/** A top-up was paid: that is told, and what it touches is read anew. */
export function tellPaid(client: QueryClient, slug: string): void {
  void refresh(client, slug, 'credits');
  setTimeout(() => void refresh(client, slug, 'credits'), lateCreditMs);
  toast({ message: texts.succeeded, severity: 'success', durationMs: toastDurations.medium });
}
