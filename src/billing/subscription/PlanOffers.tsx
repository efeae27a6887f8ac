import { useRef } from 'react';
import type { PlanId, Shape } from '#contract/types.ts';
import { recordEvent } from '#lib/browser/analytics.ts';
import { fillText } from '#lib/texts/fill.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { Button, type ButtonProps } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { PlanCard, PlanCards } from '#ui/PlanCard/PlanCard.tsx';
import { useFocusToHeading } from '#ui/SectionSheet/use-focus-to-heading.ts';
import { panelQuery } from '#billing/shared/page/panel.ts';
import { planMetadata, planOf, type PlanMetadata } from '#billing/shared/change-plan/plan-metadata.ts';
import { useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { planPrice } from './plan-price.ts';
import { usePlanAbility } from './use-plan-ability.ts';

export type PlanOffer = Shape<'PlanList'>['plans'][number];

interface PlanOffersProps {
  offers: readonly PlanOffer[];
  onChoose: (plan: PlanId) => void;
}

/** One slip per plan, each with the way to it or the reason why there is none. */
export function PlanOffers({ offers, onChoose }: PlanOffersProps) {
  const slug = useSlug();
  const current = offers.find((offer) => offer.is_current)?.id ?? 'free';
  const why = usePlanAbility();
  const subscription = useSubscription();
  const scheduled = subscription.kind === 'ready' ? subscription.data.scheduled_plan_change?.target_plan.id : undefined;
  // Each reason stands here once, for those who don't come to the buttons; a payment that waits has its own place above.
  const reasons = new Set(offers.map((offer) => (hasButton(offer) ? why(offer.id) : undefined)));
  const told = (plan: PlanId) => recordEvent({ name: 'plan_call_to_action_clicked', organization: slug, plan, currentPlan: current });
  return (
    <>
      {[...reasons].map(
        (reason) => reason !== undefined && reason !== texts.waitingForPayment && <WhyFixed key={reason} reason={reason} />,
      )}
      <PlanCards>
        {planMetadata.map((plan, index) => {
          const offer = offers.find(({ id }) => id === plan.planId);
          if (!offer) return null;
          return (
            <PlanCard
              key={plan.planId}
              name={offer.name}
              description={plan.description}
              rank={(index + 1) as 1 | 2 | 3 | 4}
              badge={plan.nameBadge}
              price={planPrice(offer.price, plan.costUnit)}
              features={plan.includes === undefined ? plan.features : [{ text: `Everything in ${plan.includes}, plus` }, ...plan.features]}
              footer={plan.footer}
              isCurrent={offer.is_current}
              action={
                <PlanAction
                  plan={plan}
                  offer={offer}
                  why={why(plan.planId)}
                  isScheduled={offer.id === scheduled}
                  onPress={() => {
                    told(plan.planId);
                    onChoose(plan.planId);
                  }}
                  onFollow={() => told(plan.planId)}
                />
              }
            />
          );
        })}
      </PlanCards>
    </>
  );
}

const hasButton = (offer: PlanOffer): boolean => offer.change_type !== 'none' && planOf(offer.id).href === undefined;

/** Why plans can't be changed to, and where it is a permission, who has it. */
function WhyFixed({ reason }: { reason: string }) {
  if (reason !== texts.noWrite) return <Notice variant="info">{reason}</Notice>;
  return (
    <Notice title={reason} actions={<WhoCan may="billing_write" why={reason} subject="plans" at={panelQuery('subscriptionPlan')} />}>
      {pageTexts.contactOwner}
    </Notice>
  );
}

interface PlanActionProps {
  plan: PlanMetadata;
  offer: PlanOffer;
  /** Why this plan can't be changed to; undefined where it can. */
  why: string | undefined;
  /** The change to it waits for the end of the cycle: the button undoes that. */
  isScheduled: boolean;
  onPress: () => void;
  onFollow: () => void;
}

function PlanAction({ plan: { cta, href }, offer, why, isScheduled, onPress, onFollow }: PlanActionProps) {
  if (cta !== undefined && href !== undefined)
    return (
      <LinkButton href={href} opensInNewTab onClick={onFollow}>
        {cta}
      </LinkButton>
    );
  if (!hasButton(offer)) return null;
  const words = offer.change_type === 'upgrade' ? texts.upgradeTo : texts.downgradeTo;
  return (
    <ChangeButton variant={offer.change_type === 'upgrade' ? 'primary' : 'secondary'} onPress={onPress} unavailableReason={why}>
      {isScheduled ? texts.undoDowngrade : fillText(words, { plan: offer.name })}
    </ChangeButton>
  );
}

/** It goes when its plan becomes the current one, as by another member. */
function ChangeButton(props: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useFocusToHeading(ref);
  return <Button {...props} ref={ref} />;
}
