import { useQueryClient } from '@tanstack/react-query';
import { readOptions } from '#billing/shared/data/queries.ts';
import { usePanelSwitch } from '#billing/shared/page/use-panel.ts';
import { changeUnderWay, forgetChange } from '#billing/shared/change-plan/remembered-change.ts';
import { tierOf } from '#billing/shared/change-plan/plan-tiers.ts';
import { queueSurvey, useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';

/** Finishes an applied change whose response may be lost. Deletes the stored change if it was canceled or refused. */
export function useResumeAfterReload(slug: string): () => Promise<void> {
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
    queueSurvey(slug, change);
  };
}
