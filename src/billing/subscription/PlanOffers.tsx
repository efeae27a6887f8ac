import { useRef } from 'react';
import type { PlanId } from '#contract/types.ts';
import { record } from '#lib/analytics.ts';
import { fill } from '#lib/texts/fill.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { Button, type ButtonProps } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { PlanCard, PlanCards } from '#ui/PlanCard/PlanCard.tsx';
import { useFocusToHeading } from '#ui/SectionSheet/use-focus-to-heading.ts';
import { panelQuery } from '#billing/shared/panel.ts';
import { planMetadata, type PlanMetadata } from '#billing/shared/change-plan/plan-metadata.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import type { PlanOffer } from './PlanViews.tsx';
import { planPrice } from './plan-price.ts';
import { usePlanAbility } from './use-plan-ability.ts';

interface PlanOffersProps {
  offers: readonly PlanOffer[];
  onChoose: (plan: PlanId) => void;
}

/** One slip per plan, each with the way to it or the reason why there is none. */
export function PlanOffers({ offers, onChoose }: PlanOffersProps) {
  const slug = useSlug();
  const current = offers.find((offer) => offer.is_current)?.id ?? 'free';
  const why = usePlanAbility();
  const isForbidden = offers.some(({ id }) => why(id) === texts.noWrite);
  const told = (plan: PlanId) => record({ name: 'plan_call_to_action_clicked', organization: slug, plan, currentPlan: current });
  return (
    <>
      {isForbidden && (
        <Notice
          title={texts.noWrite}
          actions={<WhoCan may="billing_write" why={texts.noWrite} subject="plans" at={panelQuery('subscriptionPlan')} />}
        >
          {pageTexts.contactOwner}
        </Notice>
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

interface PlanActionProps {
  plan: PlanMetadata;
  offer: PlanOffer;
  /** Why this plan can't be changed to; undefined where it can. */
  why: string | undefined;
  onPress: () => void;
  onFollow: () => void;
}

function PlanAction({ plan: { cta, href }, offer, why, onPress, onFollow }: PlanActionProps) {
  if (cta !== undefined && href !== undefined)
    return (
      <LinkButton href={href} opensInNewTab onClick={onFollow}>
        {cta}
      </LinkButton>
    );
  if (offer.change_type === 'none') return null;
  const words = offer.change_type === 'upgrade' ? texts.upgradeTo : texts.downgradeTo;
  return (
    <ChangeButton variant={offer.change_type === 'upgrade' ? 'primary' : 'secondary'} onPress={onPress} unavailableReason={why}>
      {fill(words, { plan: offer.name })}
    </ChangeButton>
  );
}

/** It goes when its plan becomes the current one, as by another member. */
function ChangeButton(props: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useFocusToHeading(ref);
  return <Button {...props} ref={ref} />;
}
