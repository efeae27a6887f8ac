import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Customer } from '#contract/types.ts';
import { callPlatform } from '#lib/browser/call.ts';
import type { CallError } from '#lib/call-error.ts';
import { messageOf } from '#lib/message-of.ts';
import { fillText } from '#lib/texts/fill.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import type { DetailsRequest } from '#billing/shared/address/address.form.ts';
import { useWriteDetails } from '#billing/shared/address/use-write-details.ts';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import type { NewCardHandle } from '#billing/shared/payment/card-answer.ts';
import { usePaymentAttempt } from '#billing/shared/payment/use-payment-attempt.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';

interface Wishes {
  readonly isDefault: boolean;
  readonly isAddress: boolean;
}

interface AddedCard {
  readonly id: string;
  readonly isDefault: boolean;
}

interface Problem {
  readonly title?: string;
  readonly message: string;
  readonly error?: CallError | null;
}

const checkingCard = 'Checking your card...';
const savingCard = 'Saving your card...';

const partlyDone: Problem = {
  title: 'The card is added, but not everything was saved',
  message: 'Save the rest here, or close this: the card stays in the list.',
};

/** @param customer customer whose address may be replaced; null if the customer can't be read */
export function useAddCard(card: RefObject<NewCardHandle | null>, customer: Customer | null, onDone: (added: AddedCard) => Promise<void>) {
  const slug = useSlug();
  const client = useQueryClient();
  const params = { slug };
  const [isSaving, setSaving] = useState(false);
  const [restProblem, setRestProblem] = useState<Problem | null>(null);
  /** ID of the saved card if a later step has failed, such as making the card the default card. Otherwise null. */
  const [kept, setKept] = useState<string | null>(null);
  const wished = useRef<Wishes>({ isDefault: false, isAddress: false });
  const chosen = useRef('');
  const makeDefault = useWrite('setDefaultPaymentMethod', { failure: () => texts.setDefaultFailed, place: 'toast' });
  const writeDetails = useWriteDetails();
  const setup = usePaymentAttempt({
    slug,
    call: 'createSetupIntent',
    action: null,
    readAnswer: ({ data }) => ({ kind: 'needsPayer', secret: data.client_secret, keepsRequest: false, isPaidHere: true }),
    onRest: ({ kind }) => (kind === 'succeeded' ? finish(chosen.current) : undefined),
  });
  const { attempt } = setup;

  async function saveAddress(details: DetailsRequest): Promise<CallError | null> {
    const failed = await writeDetails(details, { taxId: customer?.tax_id ?? null, version: undefined });
    if (!failed) return null;
    toast({ message: texts.updateAddressFailed, severity: 'error', durationMs: toastDurations.long });
    card.current?.refuse(failed.error.fields);
    return failed.error;
  }

  /** Runs the remaining steps. @returns null on success; otherwise `{ error }`; `error` is null if the form already shows the error */
  async function saveRest(id: string, { isDefault, isAddress }: Wishes): Promise<{ readonly error: CallError | null } | null> {
    const beside = await card.current?.getDetails();
    if (!beside || 'error' in beside) return { error: null };
    // Reading the card list makes the platform load the new card from the gateway.
    await callPlatform('listPaymentMethods', { params }).catch(() => null);
    if (kept === null) toast({ message: 'Successfully added new payment method', severity: 'success', durationMs: toastDurations.short });
    const set = isDefault ? await makeDefault.write({ params, body: { payment_method_id: id } }) : null;
    const details = isAddress ? beside.details : null;
    const addressError = details && (await saveAddress(details));
    // Reloads even after a failure, because the first of two saves may have succeeded.
    await Promise.all([refreshReads(client, slug, 'cards'), ...(details === null ? [] : [refreshReads(client, slug, 'details')])]);
    const error = addressError ?? (set?.ok === false ? set.error : null);
    return error && { error };
  }

  /** Runs the remaining steps after the card is saved. Never rejects. */
  async function finish(id: string): Promise<void> {
    setSaving(true);
    setRestProblem(null);
    const work = async () => {
      const left = await saveRest(id, wished.current);
      if (left === null) return onDone({ id, isDefault: wished.current.isDefault });
      setKept(id);
      setRestProblem({ ...partlyDone, ...left });
    };
    await work().catch((error: unknown) => setRestProblem({ message: messageOf(error) }));
    setSaving(false);
  }

  return {
    ...setup,
    busyMessage: isSaving || attempt.kind === 'challenge' ? savingCard : setup.isBusy ? checkingCard : null,
    problem: restProblem ?? setupProblem(attempt),
    isCardKept: kept !== null,
    save: async (wishes: Wishes): Promise<void> => {
      wished.current = wishes;
      setRestProblem(null);
      if (kept !== null) return finish(kept);
      if (!card.current) return;
      await setup.submit({
        card: card.current,
        needsCaptcha: true,
        toRequest: (answer, token) => {
          chosen.current = answer?.id ?? '';
          return { about: chosen.current, input: { params, body: { hcaptchaToken: token } } };
        },
      });
    },
  };
}

/** Returns null if the card is saved. Puts a message of the platform into a sentence; keeps a message of the bank unchanged. */
function setupProblem({ kind, message, error }: PaymentAttempt): Problem | null {
  if (message === null) return null;
  return kind === 'refused' ? { message: fillText(texts.setupFailed, { message }), error } : { message };
}
