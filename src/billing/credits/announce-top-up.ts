import type { QueryClient } from '@tanstack/react-query';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';

/** Delay until the credit is visible after the charge, in milliseconds. */
const lateCreditMs = 3000;

export function announceTopUp(client: QueryClient, slug: string): void {
  void refreshReads(client, slug, 'credits');
  setTimeout(() => void refreshReads(client, slug, 'credits'), lateCreditMs);
  toast({ message: texts.succeeded, severity: 'success', durationMs: toastDurations.medium });
}
