import { useId, useState } from 'react';
import type { CallInput, PlanId, Proposal, Tier } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { CENTS_PER_DOLLAR } from '#lib/money.ts';
import { plainDigits } from '#lib/number-text.ts';
import { fillText } from '#lib/texts/fill.ts';
import { describeProposal, proposalsTexts as texts } from '#lib/texts/proposals.ts';
import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextArea } from '#ui/TextArea/TextArea.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useAttemptWrite } from '#billing/shared/data/attempt-write.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';

type Body = CallInput<'createProposal'>['body'];

const planTiers: readonly { readonly plan: PlanId; readonly tier: Tier }[] = [
  { plan: 'pro', tier: 'tier_payg' },
  { plan: 'team', tier: 'tier_team' },
];

interface AskProps {
  readonly act: Proposal['act'];
  readonly onSent: () => void;
}

function centsOf(text: string): number | undefined {
  const typed = plainDigits(text).trim();
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * CENTS_PER_DOLLAR) : undefined;
}

function useAskForm({ act, onSent }: AskProps) {
  const slug = useSlug();
  const organization = useOrganization().data;
  const fieldId = useId();
  const capTier: Tier = organization?.usage_billing_enabled ? 'tier_pro' : 'tier_payg';
  const offered = planTiers.filter(({ plan }) => plan !== organization?.plan.id);
  const [plan, setPlan] = useState<Tier>(offered.at(-1)?.tier ?? 'tier_team');
  const [amount, setAmount] = useState('100');
  const [reason, setReason] = useState('');
  const [failedAttempts, setFailedAttempts] = useState(0);
  const { write, isPending, failure } = useAttemptWrite('createProposal', {
    place: 'inline',
    failure: (message) => fillText(texts.sendFailed, { message }),
    onSuccess: (_result, _input, client) => {
      void client.invalidateQueries({ queryKey: readKey('getOrganization', { params: { slug } }) });
      return client.invalidateQueries({ queryKey: readKey('listProposals', { params: { slug } }) });
    },
  });
  const cents = centsOf(amount);
  const needsAmount = act === 'limit' || act === 'top_up';
  const reasonFault = reason.trim().length < 3 ? texts.missingReason : reason.trim().length > 500 ? texts.longReason : undefined;
  const amountFault = needsAmount && cents === undefined ? texts.missingAmount : undefined;
  const faults = [
    ...(amountFault === undefined ? [] : [{ fieldId: `${fieldId}-amount`, message: amountFault }]),
    ...(reasonFault === undefined ? [] : [{ fieldId: `${fieldId}-reason`, message: reasonFault }]),
  ];
  const terms: Omit<Body, 'reason'> = {
    act,
    ...(act === 'plan' ? { tier: plan } : {}),
    ...(act === 'spend_cap' ? { tier: capTier } : {}),
    ...(needsAmount && cents !== undefined ? { amount_cents: cents } : {}),
    ...(act === 'limit' ? { basis: 'bill' as const } : {}),
  };
  const send = async (): Promise<void> => {
    if (faults.length > 0) return setFailedAttempts((count) => count + 1);
    const result = await write({ params: { slug }, body: { ...terms, reason: reason.trim().replaceAll(/\s+/g, ' ') } });
    if (!result.ok) return;
    const date = formatDate(result.answer.data.ends_at);
    toast({ message: fillText(texts.sent, { date }), severity: 'success', durationMs: toastDurations.long });
    onSent();
  };
  const isTold = failedAttempts > 0;
  return {
    fieldId,
    capTier,
    offered,
    needsAmount,
    isPending,
    failure,
    failedAttempts,
    send,
    faults: isTold ? faults : [],
    plan: { value: plan, onChange: (value: string) => setPlan(value as Tier) },
    amount: { value: amount, onChange: setAmount, errorMessage: isTold ? amountFault : undefined },
    reason: { value: reason, onChange: setReason, errorMessage: isTold ? reasonFault : undefined },
  };
}

/** Asks other members to approve an action. Nothing is charged until one member approves. */
export function AskForThis({ act, onSent }: AskProps) {
  const form = useAskForm({ act, onSent });
  const { fieldId, isPending } = form;
  return (
    <Form
      aria-label={texts.askTitle}
      faultsTitle={texts.askFaults}
      faults={form.faults}
      failedAttempts={form.failedAttempts}
      onSubmit={() => void form.send()}
    >
      <p>{texts.askAbout}</p>
      {act === 'plan' && (
        <RadioGroup
          id={`${fieldId}-plan`}
          label={texts.askWhat}
          options={form.offered.map(({ tier }) => ({ value: tier, label: describeProposal({ act, tier, amount_cents: null }) }))}
          {...form.plan}
          isReadOnly={isPending}
        />
      )}
      {act === 'spend_cap' && <p>{describeProposal({ act, tier: form.capTier, amount_cents: null })}</p>}
      {form.needsAmount && (
        <TextField
          id={`${fieldId}-amount`}
          label={act === 'limit' ? texts.limitAmount : texts.creditAmount}
          inputMode="decimal"
          autoComplete="off"
          {...form.amount}
          isReadOnly={isPending}
        />
      )}
      <TextArea
        id={`${fieldId}-reason`}
        label={texts.askWhy}
        description={texts.askWhyAbout}
        {...form.reason}
        isReadOnly={isPending}
        isRequired
      />
      {form.failure && <FailureNote {...form.failure} />}
      <DialogActions>
        <Button type="submit" variant="primary" isPending={isPending} pendingMessage={null}>
          {texts.ask}
        </Button>
      </DialogActions>
    </Form>
  );
}
