import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Customer } from '#contract/types.ts';
import { call } from '#lib/call.ts';
import type { CallError } from '#lib/call-error.ts';
import { fill } from '#lib/texts/fill.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import type { DetailsRequest } from '#billing/shared/address/address.form.ts';
import { useWriteDetails } from '#billing/shared/address/use-write-details.ts';
import { useCaptcha } from '#billing/shared/captcha/use-captcha.tsx';
import { isCard, type NewCardHandle } from '#billing/shared/payment/card-answer.ts';
import { useSetup } from '#billing/shared/payment/use-setup.ts';
import { refresh } from '#billing/shared/refresh.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useWrite } from '#billing/shared/write.ts';

interface Wishes {
  readonly isDefault: boolean;
  readonly isAddress: boolean;
}

interface Problem {
  readonly title?: string;
  readonly message: string;
  readonly error?: CallError | null;
}

const partlyDone: Problem = {
  title: 'The card is added, but not everything was saved',
  message: 'Save the rest here, or close this: the card stays in the list.',
};

/**
 * Adding a card: what is typed, captcha, setup intent, the bank's word, then default and address where they are wished.
 * @param customer whose address it may become; null where that can't be read
 */
export function useAddCard(card: RefObject<NewCardHandle | null>, customer: Customer | null, onDone: () => void) {
  const slug = useSlug();
  const client = useQueryClient();
  const captcha = useCaptcha();
  const setup = useSetup();
  const params = { slug };
  const [busyMessage, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** The card that is added, while the rest of what was wished is not done. */
  const [kept, setKept] = useState<string | null>(null);
  const lastError = useRef<CallError | null>(null);
  const start = useWrite('createSetupIntent', {
    failure: (message) => fill(texts.setupFailed, { message }),
    place: 'alert',
    onFailure: (error) => setProblem({ message: fill(texts.setupFailed, { message: error.message }), error }),
  });
  const makeDefault = useWrite('setDefaultPaymentMethod', {
    failure: () => texts.setDefaultFailed,
    place: 'toast',
    onFailure: (error) => {
      lastError.current = error;
    },
  });
  const writeDetails = useWriteDetails();

  /** The id of the card once it is kept; else what is to be shown, or nothing where it is shown already. */
  async function keepCard(): Promise<string | Problem | null> {
    setBusy('Checking your card...');
    if ((await card.current?.check()) !== null) return null;
    const answer = await captcha.getToken();
    if ('error' in answer) return { message: fill(texts.setupFailed, { message: answer.error }) };
    const chosen = await card.current?.getPaymentMethod();
    if (!chosen || !isCard(chosen)) return null;
    const started = await start.write({ params, body: { hcaptchaToken: answer.token } });
    if (!started) return null;
    setBusy('Saving your card...');
    const refused = await setup.run(started.data.client_secret, chosen.id);
    return refused === null ? chosen.id : { message: refused };
  }

  /** The address beside the card as the organization's own. @returns whether all of it is saved */
  async function saveAddress(details: DetailsRequest): Promise<boolean> {
    const failed = await writeDetails(details, { taxId: customer?.tax_id ?? null, version: undefined });
    if (!failed) return true;
    lastError.current = failed.error;
    toast({ message: texts.updateAddressFailed, severity: 'error', durationMs: toastDurations.long });
    card.current?.refuse(failed.error.fields);
    return false;
  }

  /** Default and address of a card that is kept. @returns whether all that was wished is done */
  async function saveRest(id: string, { isDefault, isAddress }: Wishes): Promise<boolean> {
    const beside = await card.current?.getDetails();
    if (!beside || 'error' in beside) return false;
    setBusy('Saving your card...');
    // The platform learns of the new card by reading its list.
    const cards = await call('listPaymentMethods', { params }).catch(() => null);
    if (kept === null) tell(cards?.data.data.find((method) => method.id === id)?.duplicate_of !== undefined);
    const isSet = !isDefault || (await makeDefault.write({ params, body: { payment_method_id: id } })) !== null;
    const details = isAddress ? beside.details : null;
    const isSaved = details === null || (await saveAddress(details));
    // Also after a failure: the first of two saves may have gone through.
    await Promise.all([refresh(client, slug, 'cards'), ...(details === null ? [] : [refresh(client, slug, 'details')])]);
    return isSet && isSaved;
  }

  async function add(wishes: Wishes): Promise<void> {
    const id = kept ?? (await keepCard());
    if (typeof id !== 'string') return id === null ? undefined : setProblem(id);
    lastError.current = null;
    if (await saveRest(id, wishes)) return onDone();
    setKept(id);
    setProblem({ ...partlyDone, error: lastError.current });
  }

  return {
    captchaElement: captcha.element,
    isSteppedAside: captcha.isSteppedAside || setup.isSteppedAside,
    busyMessage,
    problem,
    isCardKept: kept !== null,
    async submit(wishes: Wishes) {
      setProblem(null);
      await add(wishes).catch((error: unknown) => setProblem({ message: error instanceof Error ? error.message : 'Unknown' }));
      setBusy(null);
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
