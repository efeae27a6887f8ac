import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/types.ts';
import { openAttempt, settleAttempt } from '#lib/attempts.ts';
import { call } from '#lib/call.ts';
import type { CallError } from '#lib/call-error.ts';
import { fill } from '#lib/texts/fill.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { slowlyWhile } from '#billing/shared/queries.ts';
import { refresh } from '#billing/shared/refresh.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { processedAction } from './open-top-up.ts';
import { tellPaid } from './tell-paid.ts';

/**
 * Follows a top-up that the bank takes its time for, through reloads, until it is paid or refused, and tells that. The platform does
 * what carries the same key once, and says how it stands. Draws nothing.
 */
export function ProcessedTopUp() {
  const slug = useSlug();
  const client = useQueryClient();
  const attempt = openAttempt(slug, processedAction);
  useQuery({
    queryKey: [processedAction, attempt?.key],
    queryFn: async () => {
      try {
        const { data } = await call('topUpCredits', {
          ...(attempt?.sent as CallInput<'topUpCredits'>),
          idempotencyKey: attempt?.key ?? '',
        });
        if (data.status !== 'succeeded') return refresh(client, slug, 'credits').then(() => true);
        tellPaid(client, slug);
      } catch (error) {
        // Refused by the bank; anything else says nothing of how it ends.
        if ((error as CallError).status !== 402) throw error;
        toast({
          message: fill(texts.failed, { message: (error as CallError).message }),
          severity: 'error',
          durationMs: toastDurations.long,
        });
      }
      settleAttempt(slug, processedAction);
      return true;
    },
    enabled: attempt !== null,
    initialData: true,
    refetchInterval: slowlyWhile(() => true),
  });
  return null;
}
