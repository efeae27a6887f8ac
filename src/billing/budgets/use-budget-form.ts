import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import { plainDollars } from '#lib/money.ts';
import { proposalsTexts } from '#lib/texts/proposals.ts';
import type { CallError } from '#lib/call-error.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite, type WriteOptions } from '#billing/shared/data/write.ts';
import { proposalOf, proposedBasisOf, proposedCentsOf } from '#billing/shared/page/proposed-act.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { type Budget, type Preview, previewTitle, previewWords } from './budget-messages.ts';
import {
  bodyOf,
  type BudgetBody,
  type BudgetFieldName,
  budgetSchema,
  type BudgetValues,
  emptyBudget,
  refusalsOf,
  valuesOfBudget,
} from './budget.form.ts';

const useFields = (start: BudgetValues) =>
  useForm({ defaultValues: start, validationLogic: revalidateLogic(), validators: { onDynamic: budgetSchema } });

export type BudgetForm = ReturnType<typeof useBudgetForm>;

/** Ids of the fields in screen order. The id of a radio group is the id of its first radio button, which receives the focus. */
const fieldIds: Readonly<Record<BudgetFieldName, string>> = {
  amount: 'budget-amount',
  about: 'budget-about-0',
  project: 'budget-project',
  metric: 'budget-metric',
  name: 'budget-name',
  basis: 'budget-basis-0',
  atLimit: 'budget-atLimit-0',
  window: 'budget-window-0',
  actual: 'budget-actual',
  projected: 'budget-projected',
  recipients: 'budget-recipients',
};

/** Budget whose effects are shown, and the idempotency key to save it. A changed budget gets a new key. */
interface Shown {
  readonly body: BudgetBody;
  readonly preview: Preview;
  readonly key: string;
}

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function storedIn({ status, body }: CallError): Budget | null {
  const stored = body.versions?.stored;
  return status === 409 && stored ? (stored as unknown as Budget) : null;
}

function proposedLimit(): BudgetValues | null {
  const { search } = window.location;
  const cents = proposedCentsOf(search);
  if (cents === null) return null;
  return { ...emptyBudget, name: proposalsTexts.limitName, amount: plainDollars(cents), basis: proposedBasisOf(search), atLimit: 'stop' };
}

function withProposal(body: BudgetBody): BudgetBody {
  const { search } = window.location;
  const proposal = proposalOf(search);
  const isProposed =
    body.scope === 'organization' &&
    body.at_limit === 'stop' &&
    body.amount_cents === proposedCentsOf(search) &&
    body.basis === proposedBasisOf(search);
  return proposal !== null && isProposed ? { ...body, proposal_id: proposal } : body;
}

/** `reset` clears the errors of all calls. */
function useBudgetCalls(slug: string) {
  const options = {
    place: 'inline',
    failure: (message: string) => `Failed to save the budget: ${message}`,
    onSuccess: (_result, _input, client) => client.invalidateQueries({ queryKey: readKey('listBudgets', { params: { slug } }) }),
  } satisfies WriteOptions<'createBudget'> & WriteOptions<'updateBudget'>;
  const preview = useWrite('previewBudget', { place: 'inline', failure: (message) => `Failed to preview the budget: ${message}` });
  const create = useWrite('createBudget', options);
  const update = useWrite('updateBudget', options);
  return {
    preview: (body: BudgetBody) => preview.write({ params: { slug }, body }),
    save: ({ body, key }: Shown, of: Budget | undefined) =>
      of
        ? update.write({ params: { slug, budget_id: of.id }, body: { ...body, version: of.version } })
        : create.write({ params: { slug }, body: withProposal(body), idempotencyKey: key }),
    failure: preview.failure ?? create.failure ?? update.failure,
    isPending: preview.isPending || create.isPending || update.isPending,
    reset: () => {
      for (const { reset } of [preview, create, update]) reset();
    },
  };
}

function useBudgetFaults(fields: ReturnType<typeof useFields>, body: BudgetBody) {
  const [refusal, setRefusal] = useState<{ readonly body: BudgetBody; readonly messages: ReturnType<typeof refusalsOf> } | null>(null);
  const found = useSelector(fields.store, ({ errorMap }) => errorMap.onDynamic);
  // Ignores errors about values that the member has changed since.
  const refused = refusal && sameText(refusal.body, body) ? refusal.messages : {};
  const messageOf = (field: BudgetFieldName): string | undefined =>
    found?.[field]?.map(({ message }) => message).join('. ') ?? refused[field];
  const faults = (Object.keys(fieldIds) as BudgetFieldName[]).flatMap((field) => {
    const message = messageOf(field);
    return message === undefined ? [] : [{ fieldId: fieldIds[field], message }];
  });
  return { messageOf, faults, isRefused: Object.keys(refused).length > 0, setRefusal };
}

/** Saves values only after it has shown their effects. */
export function useBudgetForm(budget: Budget | undefined, onSaved: () => void) {
  const slug = useSlug();
  const now = useNowSeconds();
  const [base, setBase] = useState(budget);
  const [start, setStart] = useState<BudgetValues>(() => (budget ? valuesOfBudget(budget) : (proposedLimit() ?? emptyBudget)));
  const [shown, setShown] = useState<Shown | null>(null);
  const [stored, setStored] = useState<Budget | null>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [round, setRound] = useState(0);
  const fields = useFields(start);
  const values = useSelector(fields.store, (state) => state.values);
  const body = bodyOf(values);
  const { messageOf, faults, isRefused, setRefusal } = useBudgetFaults(fields, body);
  const calls = useBudgetCalls(slug);
  const isFresh = shown !== null && sameText(shown.body, body);

  const refuse = (error: CallError, requestBody: BudgetBody): void => {
    setStored(storedIn(error));
    const messages = refusalsOf(error.fields, requestBody);
    setRefusal({ body: requestBody, messages });
    if (Object.keys(messages).length > 0) setFailedAttempts((count) => count + 1);
  };
  const forget = (): void => {
    setRefusal(null);
    setStored(null);
    calls.reset();
  };
  const look = async (): Promise<void> => {
    forget();
    await fields.handleSubmit();
    if (!fields.state.isValid) return setFailedAttempts((count) => count + 1);
    const requestBody = bodyOf(fields.state.values);
    const result = await calls.preview(requestBody);
    if (!result.ok) return refuse(result.error, requestBody);
    const effects = previewWords(result.answer.data, requestBody.amount_cents, now);
    setShown({ body: requestBody, preview: result.answer.data, key: crypto.randomUUID() });
    announce(`${effects[0]} ${previewTitle}: ${effects.length} sentences`);
  };
  const save = async (of: Budget | undefined = base): Promise<void> => {
    if (!shown) return;
    forget();
    const result = await calls.save(shown, of);
    if (!result.ok) return refuse(result.error, shown.body);
    onSaved();
    toast({ message: 'Budget saved', severity: 'success', durationMs: toastDurations.short });
  };

  return {
    fields,
    values,
    round,
    messageOf,
    faults,
    failedAttempts,
    /** Error of a call; null if a field or the version conflict already shows the error. */
    failure: stored === null && !isRefused ? calls.failure : null,
    stored,
    effects: isFresh ? previewWords(shown.preview, shown.body.amount_cents, now) : null,
    stopsNow: isFresh && (shown.preview.stop?.stops_now ?? false),
    isChanged: !sameText(body, bodyOf(start)),
    isPending: calls.isPending,
    submit: () => (isFresh ? save() : look()),
    keepMine: () => {
      if (!stored) return;
      setBase(stored);
      void save(stored);
    },
    takeStored: () => {
      if (!stored) return;
      forget();
      setBase(stored);
      setShown(null);
      const saved = valuesOfBudget(stored);
      setStart(saved);
      fields.reset(saved);
      setRound((count) => count + 1);
      document.getElementById(fieldIds.amount)?.focus();
      announce('The saved version is in the form');
    },
  };
}
