import { useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { call } from '#lib/call.ts';
import { CallError } from '#lib/call-error.ts';
import { fill } from '#lib/texts/fill.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useCaptcha } from '#billing/shared/captcha/use-captcha.tsx';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { useSetup } from '#billing/shared/payment/use-setup.ts';
import { refresh } from '#billing/shared/refresh.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useWrite } from '#billing/shared/write.ts';

interface Wishes {
  readonly isDefault: boolean;
  readonly isAddress: boolean;
}

interface Problem {
  readonly message: string;
  readonly error?: CallError | null;
}

/** Adding a card: what is typed, captcha, setup intent, the bank's word, then default and address where they are wished. */
export function useAddCard(card: RefObject<CardHandle | null>, onDone: () => void) {
  const slug = useSlug();
  const client = useQueryClient();
  const captcha = useCaptcha();
  const setup = useSetup();
  const params = { slug };
  const [busyMessage, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const toasted = (failure: string) => ({ failure: () => failure, place: 'toast' as const });
  const start = useWrite('createSetupIntent', {
    failure: (message) => fill(texts.setupFailed, { message }),
    place: 'alert',
    onFailure: (error) => setProblem({ message: fill(texts.setupFailed, { message: error.message }), error }),
  });
  const makeDefault = useWrite('setDefaultPaymentMethod', toasted(texts.setDefaultFailed));
  const saveAddress = useWrite('updateCustomer', toasted(texts.updateAddressFailed));

  /** Null when the card was added; else the sentence that is to be shown, or nothing where it is shown already. */
  async function add({ isDefault, isAddress }: Wishes): Promise<Problem | 'shown' | null> {
    setBusy('Checking your card...');
    if ((await card.current?.check()) !== null) return 'shown';
    const answer = await captcha.getToken();
    if ('error' in answer) return { message: fill(texts.setupFailed, { message: answer.error }) };
    const chosen = await card.current?.getPaymentMethod();
    if (!chosen || !isCard(chosen)) return 'shown';
    const started = await start.write({ params, body: { hcaptchaToken: answer.token } });
    if (!started) return 'shown';
    setBusy('Saving your card...');
    const refused = await setup.run(started.data.client_secret, chosen.id);
    if (refused !== null) return { message: refused };
    const { id, ...details } = chosen;
    // The platform learns of the new card by reading its list.
    const cards = await call('listPaymentMethods', { params }).catch(() => null);
    if (isDefault) await makeDefault.write({ params, body: { payment_method_id: id } });
    const isNewAddress = details.address !== undefined || details.billing_name !== undefined;
    if (isAddress && isNewAddress) await saveAddress.write({ params, body: details, query: {} });
    await Promise.all([refresh(client, slug, 'cards'), ...(isAddress && isNewAddress ? [refresh(client, slug, 'details')] : [])]);
    tell(cards?.data.data.find((method) => method.id === id)?.duplicate_of !== undefined);
    return null;
  }

  return {
    captchaElement: captcha.element,
    isSteppedAside: captcha.isSteppedAside || setup.isSteppedAside,
    busyMessage,
    problem,
    async submit(wishes: Wishes) {
      setProblem(null);
      const outcome = await add(wishes).catch((error: unknown): Problem => ({
        message: error instanceof Error ? error.message : 'Unknown',
      }));
      setBusy(null);
      if (outcome === null) onDone();
      else if (outcome !== 'shown') setProblem(outcome);
    },
  };
}

function tell(isDuplicate: boolean): void {
  toast({ message: 'Successfully added new payment method', severity: 'success', durationMs: toastDurations.short });
  if (!isDuplicate) return;
  toast({
    message: 'This card was on file already, so it is in the list twice. You can delete one of them.',
    severity: 'info',
    durationMs: toastDurations.long,
  });
}
