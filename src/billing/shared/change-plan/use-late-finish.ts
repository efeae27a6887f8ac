import { useQueryClient } from '@tanstack/react-query';
import { readOptions } from '#billing/shared/queries.ts';
import { usePanelSwitch } from '#billing/shared/use-panel.ts';
import { changeUnderWay, forgetChange } from './change-under-way.ts';
import { tierOf } from './tier-of.ts';
import { followUp, useFinishChange } from './use-finish-change.ts';

/**
 * Reads the subscription anew, and finishes the change that this tab has paid for where it turns out to have gone through:
 * the answer that told so may have been lost, or the page with it. One that was canceled or refused is forgotten, so that nobody's
 * later change is taken for it.
 */
export function useLateFinish(slug: string): () => Promise<void> {
  const client = useQueryClient();
  const finish = useFinishChange(slug);
  const panel = usePanelSwitch();
  return async () => {
    const now = await client.fetchQuery({ ...readOptions('getSubscription', { params: { slug } }), staleTime: 0 }).catch(() => null);
    const change = changeUnderWay(slug);
    if (!now || !change?.intent || now.pending_payment_intent_secret !== null) return;
    if (tierOf(now) !== change.tier) return forgetChange(slug);
    finish(change);
    panel.close();
    followUp(slug, change);
  };
}
