import { useQueryClient } from '@tanstack/react-query';
import { readOptions } from '#billing/shared/queries.ts';
import { usePanelSwitch } from '#billing/shared/use-panel.ts';
import { changeUnderWay } from './change-under-way.ts';
import { tierOf } from './tier-of.ts';
import { followUp, useFinishChange } from './use-finish-change.ts';

/**
 * Reads the subscription anew, and finishes the change that this tab has paid for where it turns out to have gone through:
 * the answer that told so may have been lost, or the page with it.
 */
export function useLateFinish(slug: string): () => Promise<void> {
  const client = useQueryClient();
  const finish = useFinishChange(slug);
  const panel = usePanelSwitch();
  return async () => {
    const now = await client.fetchQuery({ ...readOptions('getSubscription', { params: { slug } }), staleTime: 0 }).catch(() => null);
    const change = changeUnderWay(slug);
    if (!now || !change?.intent || now.pending_payment_intent_secret !== null || tierOf(now) !== change.tier) return;
    finish(change);
    panel.close();
    followUp(slug, change);
  };
}
