import { subscriptionTexts as texts } from '#lib/texts/subscription.ts';
import { Button } from '#ui/Button/Button.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';
import { usePlansAhead } from '#billing/shared/queries.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { usePanelSwitch } from '#billing/shared/use-panel.ts';

/** Opens the plans through the address. Who may not change the plan may still read them there, with the reason. */
export function ChangePlanButton() {
  const { open } = usePanelSwitch();
  usePlansAhead(useSlug());
  return (
    <Button id={panelButtonId('subscriptionPlan')} variant="primary" aria-haspopup="dialog" onPress={() => open('subscriptionPlan')}>
      {texts.changePlan}
    </Button>
  );
}
