import { useQueryClient } from '@tanstack/react-query';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { toastDurations } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/queries.ts';
import { refresh, refreshAfterSubscriptionChange } from '#billing/shared/refresh.ts';
import { isSectionVisible } from '#billing/shared/sections.ts';
import { useWrite } from '#billing/shared/write.ts';
import type { CallResponse, Organization, Subscription } from '#contract/types.ts';

/**
 * What follows a change that went through: two seconds later everything it touches is read anew, and the card that paid
 * becomes the default one. Goes on when the dialog is gone.
 */
export function useAfterChange(slug: string): (paidWith: string | null) => Promise<void> {
  const client = useQueryClient();
  const { write } = useWrite('setDefaultPaymentMethod', {
    place: 'toast',
    durationMs: toastDurations.long,
    failure: (message) => fill(texts.markDefaultFailed, { message }),
    onSuccess: () => refresh(client, slug, 'cards'),
  });
  return async (paidWith) => {
    // What waited is settled; nobody is to continue or cancel it in the two seconds until that is read.
    client.setQueryData<Subscription>(
      readKey('getSubscription', { params: { slug } }),
      (known) => known && { ...known, pending_payment_intent_secret: null },
    );
    await refreshAfterSubscriptionChange(client, slug);
    const cards = client.getQueryData<CallResponse<'listPaymentMethods'>>(readKey('listPaymentMethods', { params: { slug } }));
    const organization = client.getQueryData<Organization>(readKey('getOrganization', { params: { slug } }));
    // Where the page has no cards there is no default to choose either.
    const hasCards = isSectionVisible('payment-methods', organization ?? null);
    if (paidWith !== null && hasCards && cards?.defaultPaymentMethodId !== paidWith)
      await write({ params: { slug }, body: { payment_method_id: paidWith } });
  };
}
