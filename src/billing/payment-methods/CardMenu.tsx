import { Activity, createElement, useEffect, useState } from 'react';
import { paymentMethodsWrite } from '#contract/permissions.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { cardName } from '#lib/card-name.ts';
import { Button } from '#ui/Button/Button.tsx';
import { onDemand, prefetchWhenUsed, tellPartFailed } from '#billing/shared/page/on-demand.tsx';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import type { CardMenuProps } from './CardActions.tsx';

const actions = onDemand(async () => (await import('./CardActions.tsx')).CardActions);

/** Until the menu is used, this renders a plain button, prefetches the menu's code, and renders the menu hidden. */
export function CardMenu({ method, card, count }: CardMenuProps) {
  const mayWrite = useIsAllowed(paymentMethodsWrite);
  const [stage, setStage] = useState<'closed' | 'loading' | 'open'>('closed');
  const [isReady, setReady] = useState(false);
  useEffect(() => prefetchWhenUsed(actions, () => setReady(true)), []);
  const Actions = actions.current();
  const isOpened = stage === 'open' && Actions !== null && mayWrite !== false;

  async function open() {
    if (actions.current()) return setStage('open');
    setStage('loading');
    try {
      await actions.load();
      setStage('open');
    } catch {
      setStage('closed');
      tellPartFailed();
    }
  }
  return (
    <>
      {!isOpened && (
        <Button
          nameSuffix={` for ${cardName(card)}`}
          trailingIcon="chevronDown"
          aria-haspopup="menu"
          isPending={stage === 'loading'}
          pendingMessage={null}
          unavailableReason={mayWrite === false ? texts.noWrite : undefined}
          onPress={() => void open()}
        >
          Options
        </Button>
      )}
      {Actions && (isReady || isOpened) && (
        <Activity mode={isOpened ? 'visible' : 'hidden'}>{createElement(Actions, { method, card, count })}</Activity>
      )}
    </>
  );
}
