import { useRef } from 'react';
import type { PlanId, Shape } from '#contract/types.ts';
import { recordEvent } from '#lib/browser/analytics.ts';
import { planNames } from '#lib/plan-names.ts';
import { fillText } from '#lib/texts/fill.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { Button, type ButtonProps } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { PlanCard, PlanCards } from '#ui/PlanCard/PlanCard.tsx';
import { useFocusToHeading } from '#ui/SectionSheet/use-focus-to-heading.ts';
import { panelQuery } from '#billing/shared/page/panel.ts';
import type { PlanWords } from '#billing/shared/change-plan/plan-features.ts';
import { planOrder } from '#billing/shared/change-plan/plan-tiers.ts';
import { useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { planPrice } from './plan-price.ts';
import { usePlanAbility } from './use-plan-ability.ts';

export type PlanOffer = Shape<'PlanList'>['plans'][number];

interface PlanOffersProps {
  offers: readonly PlanOffer[];
  words: readonly PlanWords[];
  onChoose: (plan: PlanId) => void;
}

export function PlanOffers({ offers, words, onChoose }: PlanOffersProps) {
  const slug = useSlug();
  const current = offers.find((offer) => offer.is_current)?.id ?? 'free';
  const why = usePlanAbility();
  const subscription = useSubscription();
  const scheduled = subscription.kind === 'ready' ? subscription.data.scheduled_plan_change?.target_plan.id : undefined;
  // The reasons are shown above the plans, because not all members focus the buttons. A pending payment has a separate note.
  const reasons = new Set(offers.map((offer) => (hasButton(offer, words) ? why(offer.id) : undefined)));
  const recordClick = (plan: PlanId) =>
    recordEvent({ name: 'plan_call_to_action_clicked', organization: slug, plan, currentPlan: current });
  return (
    <>
      {[...reasons].map(
        (reason) => reason !== undefined && reason !== texts.waitingForPayment && <WhyFixed key={reason} reason={reason} />,
      )}
      <PlanCards>
        {planOrder.map((plan, index) => {
          const offer = offers.find(({ id }) => id === plan);
          if (!offer) return null;
          const { description = '', badge, includes, features = [], footer, contact } = wordsOf(words, plan) ?? {};
          const planFeatures = features.map(({ text, sub_text: subText }) => ({ text, ...(subText === undefined ? {} : { subText }) }));
          return (
            <PlanCard
              key={plan}
              name={offer.name}
              description={description}
              rank={(index + 1) as 1 | 2 | 3 | 4}
              badge={badge}
              price={planPrice(offer.price)}
              features={includes === undefined ? planFeatures : [{ text: `Everything in ${planNames[includes]}, plus` }, ...planFeatures]}
              footer={footer}
              isCurrent={offer.is_current}
              action={
                <PlanAction
                  offer={offer}
                  contact={contact}
                  why={why(plan)}
                  isScheduled={offer.id === scheduled}
                  onPress={() => {
                    recordClick(plan);
                    onChoose(plan);
                  }}
                  onFollow={() => recordClick(plan)}
                />
              }
            />
          );
        })}
      </PlanCards>
    </>
  );
}

const wordsOf = (words: readonly PlanWords[], plan: PlanId): PlanWords | undefined => words.find(({ id }) => id === plan);

/** Returns false if the plan has a contract price, because the plan then has a contact link instead. */
const hasButton = ({ id, change_type: type, price }: PlanOffer, words: readonly PlanWords[]): boolean =>
  type !== 'none' && price !== null && wordsOf(words, id)?.contact === undefined;

function WhyFixed({ reason }: { reason: string }) {
  if (reason !== texts.noWrite) return <Notice variant="info">{reason}</Notice>;
  return (
    <Notice
      title={reason}
      actions={<WhoCan may="billing_write" why={reason} subject="plans" at={panelQuery('subscriptionPlan')} ask="plan" />}
    >
      {pageTexts.contactOwner}
    </Notice>
  );
}

interface PlanActionProps {
  offer: PlanOffer;
  contact: PlanWords['contact'];
  why: string | undefined;
  /** True if the change to this plan is scheduled for the end of the cycle. The button then cancels the scheduled change. */
  isScheduled: boolean;
  onPress: () => void;
  onFollow: () => void;
}

function PlanAction({ offer, contact, why, isScheduled, onPress, onFollow }: PlanActionProps) {
  if (contact)
    return (
      <LinkButton href={contact.address} opensInNewTab onClick={onFollow}>
        {contact.label}
      </LinkButton>
    );
  if (offer.change_type === 'none' || offer.price === null) return null;
  const words = offer.change_type === 'upgrade' ? texts.upgradeTo : texts.downgradeTo;
  return (
    <ChangeButton variant={offer.change_type === 'upgrade' ? 'primary' : 'secondary'} onPress={onPress} unavailableReason={why}>
      {isScheduled ? texts.undoDowngrade : fillText(words, { plan: offer.name })}
    </ChangeButton>
  );
}

/** When this button disappears, the focus moves to the heading. The button disappears, for example, if another member changes the plan. */
function ChangeButton(props: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useFocusToHeading(ref);
  return <Button {...props} ref={ref} />;
}
