import { expect, it, vi } from 'vitest';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';
import { wordsOfNotice } from '#server/notices/words/all-words.ts';
import { truthOf } from '#server/store/notices/notice-truth.ts';
import { onMoneyPlatform, type MoneyPlatform } from '#tests/support/money-platform.ts';

// Each state is written and read on a real database.
vi.setConfig({ testTimeout: 120_000 });

const dueCents = 25_00;
const nextTry = '2031-05-06T12:00:00Z';
const past = '2020-01-02T12:00:00Z';
const future = '2040-01-02T12:00:00Z';
const dayOf = (text: string): string => formatDate(Date.parse(text) / 1000);

const each = {
  status: ['draft', 'open', 'issued', 'paid', 'uncollectible', 'void'],
  due: [0, dueCents],
  isAttempted: [false, true],
  isProcessing: [false, true],
  nextTryAt: [null, nextTry],
  hasCard: [false, true],
  dueAt: [past, future],
  paidBy: ['card', 'invoice'],
  dispute: [null, 'open', 'won', 'lost'],
} as const;

type State = { readonly [K in keyof typeof each]: (typeof each)[K][number] };

/** How it is collected matters while it is owed, and a bank can dispute only what was paid. */
const isPossible = ({ status, isAttempted, nextTryAt, hasCard, paidBy, dispute }: State): boolean => {
  const isUnpaid = ['open', 'issued', 'uncollectible'].includes(status);
  if (isUnpaid) return dispute === null;
  return isAttempted && nextTryAt === null && hasCard && paidBy === 'card' && (dispute === null || status === 'paid');
};

function allStates(): State[] {
  let states: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(each))
    states = states.flatMap((state) => values.map((value) => ({ ...state, [name]: value })));
  return (states as State[]).filter(isPossible);
}

/** What an email may claim, and in which states of the ledger that is so. Shares no code with what chooses the words. */
const claims: readonly (readonly [words: RegExp, isSo: (state: State) => boolean])[] = [
  [
    /charged? (it )?to your (default )?card[,.]|charged to your card$/m,
    (s) => isOwed(s) && s.hasCard && s.nextTryAt !== null && !s.isAttempted,
  ],
  [/nything\.|don't need/, (s) => s.isProcessing || (s.status === 'paid' && stands(s)) || (isOwed(s) && s.hasCard && s.nextTryAt !== null)],
  [/[Ii]s paid|, paid$/m, (s) => s.status === 'paid' && stands(s)],
  [/nothing to pay/, (s) => s.due === 0],
  [/under way/, (s) => s.isProcessing],
  [/We (could not|couldn't)|[Pp]ayment failed/, (s) => isOwed(s) && !s.isProcessing],
  [/no longer try|^.*, unpaid$/m, (s) => s.status === 'uncollectible' && (s.nextTryAt === null || !s.hasCard)],
  [/We try again on|next try/, (s) => isOwed(s) && s.nextTryAt !== null],
  [/no card to charge/, (s) => isOwed(s) && !s.hasCard],
  [/We won't try again|no further try/, (s) => s.nextTryAt === null],
  [/Please pay|[Tt]o pay now|Amount due|to be paid/, isOwed],
  [/was due|overdue/, (s) => isOwed(s) && s.dueAt === past],
  [/pay it by|, due /, (s) => isOwed(s) && s.dueAt === future],
  [/disputed/, (s) => s.status === 'paid' && s.dispute === 'open'],
  [/returned/, (s) => s.status === 'paid' && s.dispute === 'lost'],
];

const stands = ({ dispute }: State): boolean => dispute === null || dispute === 'won';

function isOwed({ status, due }: State): boolean {
  return due > 0 && ['open', 'issued', 'uncollectible'].includes(status);
}

/** What an email says that its state does not, in words. */
function falseClaims(state: State, text: string): string[] {
  const found = claims.filter(([words, isSo]) => words.test(text) && !isSo(state)).map(([words]) => `claims ${words}`);
  const dates = [...text.matchAll(/[Tt]ry(?: again on|:) ([A-Z][a-z]{2} \d\d, \d{4})/g)].map(([, date]) => date);
  if (dates.some((date) => date !== dayOf(nextTry))) found.push(`names ${dates.join()} as the next try`);
  const amounts = [...text.matchAll(/^Amount due: (.*)$/gm)].map(([, amount]) => amount);
  if (amounts.some((amount) => amount !== formatCents(state.due))) found.push(`asks for ${amounts.join()}`);
  return found;
}

/** The invoice's email as it was issued, and the email of a try that failed: what was true then. */
const written: { readonly [K in 'invoice_issued' | 'payment_failed' | 'receipt']: Omit<NoticeFacts[K], 'invoiceId' | 'number'> } = {
  invoice_issued: { totalCents: 60_00, dueCents: 60_00, collectedBy: 'card', dueAt: null },
  payment_failed: { amountCents: dueCents, card: null, reason: '', nextTryAt: 1_000_000_000, overdueAt: null, restrictedAt: null },
  receipt: { amountCents: dueCents, card: null, paidAt: 1_000_000_000 },
};

const kinds = Object.keys(written) as (keyof typeof written)[];

async function putInto(money: MoneyPlatform, organizationId: number, invoiceId: string, state: State): Promise<void> {
  const { status, due, isAttempted, isProcessing, nextTryAt, hasCard, dueAt, paidBy, dispute } = state;
  const own = `organization_id = ${organizationId}`;
  await money.rows(`with
    collected as (update collections set next_try_at = ${nextTryAt === null ? 'null' : `'${nextTryAt}'`} where ${own} and invoice_id = '${invoiceId}'),
    cards as (update payment_methods set is_default = ${hasCard} where ${own}),
    payer as (update subscriptions set payment_method_type = '${paidBy}' where ${own}),
    bank as (update disputes set state = '${dispute ?? 'won'}', closed_at = ${dispute === 'open' ? 'null' : 'now()'} where ${own})
    update invoices set status = '${status}', amount_due_cents = ${due}, payment_attempted = ${isAttempted},
      payment_is_processing = ${isProcessing}, due_at = '${dueAt}' where ${own} and id = '${invoiceId}' returning id`);
}

onMoneyPlatform((money) => {
  it('says nothing that the ledger does not, in every state of an invoice, at the first email and at every repeat', async () => {
    const { rows, change, card, settled } = money();
    expect((await change('free-one', { tier: 'tier_pro', payment_method: await card('4242424242424242') })).status).toBe(200);
    await settled();
    const [notice] = await rows<{ id: number; organization: number; invoice: string; number: string }>(
      `select n.id::int as id, n.organization_id as organization, n.invoice_id as invoice, n.facts ->> 'number' as number from notices n
        join organizations o on o.id = n.organization_id where o.slug = 'free-one' and n.kind = 'invoice_issued'`,
    );
    if (!notice) throw new Error('No invoice was issued');
    const { organization: organizationId, invoice: invoiceId, number } = notice;
    await rows(`insert into collections (organization_id, invoice_id, finalized_at, next_try_at)
      values (${organizationId}, '${invoiceId}', now(), null) on conflict do nothing returning 1`);
    await rows(`insert into disputes (id, organization_id, payment_id, source, amount_cents, held_cents, state, opened_at, closed_at)
      select 'dp_1', organization_id, id, 'invoice:${invoiceId}', ${dueCents}, 0, 'won', now(), now() from payments
      where organization_id = ${organizationId} returning id`);

    const faults: string[] = [];
    const told = new Map<string, number>();
    for (const state of allStates()) {
      await putInto(money(), organizationId, invoiceId, state);
      for (const kind of kinds) {
        const facts = { ...written[kind], invoiceId, number } as NoticeFacts[NoticeKind];
        const truth = await truthOf(money().db, { noticeId: notice.id, kind, facts, organizationId, invoiceId }, Date.now() / 1000);
        const isTold =
          kind === 'receipt' ||
          (kind === 'payment_failed' ? isOwed(state) && !state.isProcessing : !['draft', 'void'].includes(state.status));
        if (truth.holds !== isTold) faults.push(`${kind} in ${JSON.stringify(state)}: ${truth.holds ? 'is sent' : 'is withdrawn'}`);
        if (!truth.holds) continue;
        const about = { name: 'Acme', isPaid: truth.isPaid };
        const { subject, paragraphs, facts: rowsOfMail } = wordsOfNotice(kind, { ...facts, ...truth.facts } as never, about);
        const text = [subject, ...paragraphs, ...rowsOfMail.map(([name, value]) => `${name}: ${value}`)].join('\n');
        told.set(kind, (told.get(kind) ?? 0) + 1);
        faults.push(...falseClaims(state, text).map((fault) => `${kind} in ${JSON.stringify(state)} ${fault}: ${subject}`));
      }
    }
    expect(faults.slice(0, 10)).toEqual([]);
    expect([...told.keys()].toSorted()).toEqual(kinds.toSorted());
  });

  it.each([
    ['charged to your card', { status: 'open', due: dueCents, hasCard: false }],
    ['It is paid.', { status: 'paid', due: dueCents, dispute: 'lost' }],
    ['Please pay it.', { status: 'paid', due: dueCents }],
    ['Amount due: $20.00', { status: 'open', due: dueCents }],
  ])('the check notices an email with "%s" in a state where it is false', (text, differs) => {
    const calm = { isAttempted: false, isProcessing: false, nextTryAt: null, hasCard: true, dueAt: future, paidBy: 'card', dispute: null };
    expect(falseClaims({ ...calm, ...differs } as State, text)).toHaveLength(1);
  });
});
