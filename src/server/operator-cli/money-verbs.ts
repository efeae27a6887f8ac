import { InvalidArgumentError, type Command } from 'commander';
import type { AdminCallName } from '#contract/admin/admin-calls.ts';
import { addApprovals } from './approval-verbs.ts';
import { formatCents } from '#lib/money.ts';
import { newId } from '#server/payments/ids.ts';
import { organizationForm } from './argument-forms.ts';
import type { CommandInput } from './admin-client.ts';
import { fieldsOf, tableOf } from './answers.ts';
import type { VerbResult, Verbs } from './verbs.ts';

/** Parses an amount in whole cents. Dollars with a decimal point are refused, because they would be ambiguous. */
function centsOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be whole cents, such as 5000 for $50.00.');
  return Number(text);
}

export interface ActOptions {
  readonly reason: string;
  readonly amountCents?: number;
  readonly reference?: string;
  readonly line?: readonly string[];
  /** New setting of the spend cap. Only the verb `org plan` accepts `spendCap` and `charge`. */
  readonly spendCap?: boolean;
  readonly charge?: true;
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
}

type Entry = { readonly description: string; readonly account: string; readonly amount_cents: number };

type Answered =
  | { readonly approval: { readonly id: string } }
  | { readonly dry_run: true; readonly words: string; readonly needs_approval: boolean; readonly entries: readonly Entry[] }
  | { readonly [part: string]: unknown };

const entryTable = (entries: readonly Entry[]): string =>
  tableOf(
    entries.map(({ description, account, amount_cents: cents }) => ({ account, amount: formatCents(cents), description })),
    ['account', 'amount', 'description'],
  );

function textOf(answer: Answered, done: string): string {
  if ('approval' in answer) {
    const { id } = answer.approval as { id: string };
    return `Nothing is done yet: ${id} needs approval by another person (billing approval approve ${id} with a key in BILLING_KEY; with a provider, /staff/approvals).`;
  }
  if ('dry_run' in answer) {
    const { words, entries, needs_approval: waits } = answer as Extract<Answered, { dry_run: true }>;
    const limit = waits ? '\nIt would wait for another person.' : '';
    return `Nothing is done. Members would read: ${words}${limit}\n${entryTable(entries)}`;
  }
  const payment = answer['payment'] as { readonly state: string; readonly failure_code: string | null } | null | undefined;
  if (!payment) return done;
  const why = payment.failure_code === null ? '' : ` (${payment.failure_code})`;
  return `The invoice was charged now. The payment is ${payment.state}${why}.`;
}

interface Act {
  readonly name: AdminCallName;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** First words of the confirmation question, for example "Forgiving in_1". */
  readonly doing: string;
}

export function addAct(
  command: Command,
  { irreversible, withClient }: Verbs,
  actOf: (words: readonly string[], options: ActOptions) => Act,
  done: string,
): void {
  command
    .requiredOption('--reason <text>', 'reason, which members can read')
    .option('--idempotency-key <key>', 'a repeat with the same key gets the first response; a new key if absent');
  const runConfirmed = irreversible(command, 'do nothing and print the ledger entries that it would make');
  command.action((...words: unknown[]) => {
    const options = command.opts<ActOptions>();
    const { name, params, body, doing } = actOf(
      words.filter((word) => typeof word === 'string' || typeof word === 'number').map(String),
      options,
    );
    return runConfirmed(`${doing} can't be undone.`, async (): Promise<VerbResult> => {
      const input: CommandInput = {
        params,
        body: { ...body, reason: options.reason, ...(options.dryRun ? { dry_run: true } : {}) },
        idempotencyKey: options.idempotencyKey ?? newId('cli'),
      };
      const data = (await withClient(({ call }) => call(name, input))) as Answered;
      return { data, text: textOf(data, done) };
    });
  });
}

function amountIn([, argument]: readonly string[], { amountCents }: ActOptions): number {
  const cents = amountCents ?? (argument === undefined ? undefined : Number(argument));
  if (cents === undefined) throw new InvalidArgumentError('State the amount in cents: --amount-cents 5000 is $50.00');
  return cents;
}

const withAmount = (command: Command): Command =>
  command.argument('[cents]', 'how much', centsOf).option('--amount-cents <cents>', 'the same, as an option', centsOf);

/** Parses an invoice line: 'FEE' for its whole amount, or 'FEE=1200' for 1200 cents of it. */
function lineOf(text: string): { id: string; amount_cents?: number } {
  const [id = '', cents] = text.split('=');
  return { id, ...(cents === undefined ? {} : { amount_cents: centsOf(cents) }) };
}

export function addMoney(program: Command, verbs: Verbs): void {
  const credit = program.command('credit').description('Goodwill credit');
  const grant = withAmount(
    verbs.verb(credit, 'grant', 'Give an organization goodwill credit').argument('<organization>', organizationForm),
  ).option('--reference <text>', 'id in your own systems');
  addAct(
    grant,
    verbs,
    (words, options) => ({
      name: 'grantCredit',
      params: { slug: words[0] ?? '' },
      body: { amount_cents: amountIn(words, options), ...(options.reference === undefined ? {} : { reference: options.reference }) },
      doing: `Granting ${formatCents(amountIn(words, options))} of credit to ${words[0] ?? ''}`,
    }),
    'The credit is given.',
  );
  addInvoices(program, verbs);
  const payment = program.command('payment').description('Payments');
  const refund = withAmount(verbs.verb(payment, 'refund', 'Refund a payment, whole or in part').argument('<id>', 'pay_... or pi_...'));
  addAct(
    refund,
    verbs,
    (words, options) => ({
      name: 'refundPayment',
      params: { payment_id: words[0] ?? '' },
      body: { amount_cents: amountIn(words, options) },
      doing: `Refunding ${formatCents(amountIn(words, options))} of ${words[0] ?? ''}`,
    }),
    'The refund is booked; the platform sends it to the gateway.',
  );
  addList(payment, verbs, 'listStaffPayments', 'payments', ['id', 'state', 'amount_cents', 'refunded_cents', 'invoice', 'gateway_id']);
  addApprovals(program, verbs);
  const billing = program.command('billing').description('All charges of the platform');
  for (const parent of [billing, program]) addCharges(parent, verbs);
}

function addInvoices(program: Command, verbs: Verbs): void {
  const invoice = program.command('invoice').description('Invoices');
  const settling = [
    ['forgive', 'forgiveInvoice', 'Forgiving', 'Forgive the amount due of an invoice', 'The invoice is forgiven.'],
    ['write-off', 'writeOffInvoice', 'Writing off', 'Stop collecting an invoice; it can still be paid', 'The invoice is written off.'],
    ['retry', 'retryInvoice', 'Charging', 'Charge an invoice now', 'The charge is due now and is made by a running platform.'],
  ] as const;
  for (const [verb, name, doing, about, done] of settling)
    addAct(
      verbs.verb(invoice, verb, about).argument('<id>', 'in_...'),
      verbs,
      ([id = '']) => ({ name, params: { invoice_id: id }, body: {}, doing: `${doing} ${id}` }),
      done,
    );
  const note = withAmount(verbs.verb(invoice, 'credit-note', 'Credit an amount or lines of an invoice').argument('<id>', 'in_...')).option(
    '--line <id[=cents]>',
    'a line, or a part of it; can be repeated',
    (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
  );
  addAct(
    note,
    verbs,
    (words, options) => ({
      name: 'creditInvoice',
      params: { invoice_id: words[0] ?? '' },
      body: options.line ? { lines: options.line.map(lineOf) } : { amount_cents: amountIn(words, options) },
      doing: `A credit note on ${words[0] ?? ''}`,
    }),
    'The credit note is issued.',
  );
  addList(invoice, verbs, 'listStaffInvoices', 'invoices', [
    'id',
    'number',
    'status',
    'subtotal_cents',
    'amount_due_cents',
    'credited_cents',
  ]);
}

function addList(
  parent: Command,
  { verb, run, withClient }: Verbs,
  name: 'listStaffInvoices' | 'listStaffPayments',
  part: string,
  columns: readonly string[],
): void {
  const list = verb(parent, 'list', `List ${part}, the newest first`).argument('<organization>', organizationForm);
  list.action((slug: string) =>
    run(list, async () => {
      const data = await withClient(({ call }) => call(name, { params: { slug }, query: { limit: '100' } }));
      return { data, text: tableOf(Object.values(data)[0] as Readonly<Record<string, unknown>>[], columns) };
    }),
  );
}

function addCharges(parent: Command, { verb, run, withClient }: Verbs): void {
  const set = (command: Command, body: object) =>
    run(command, async () => {
      const data = await withClient(({ call }) => call('putCharges', { body }));
      return { data, text: data.paused ? `All charges are paused.\n${fieldsOf(data)}` : 'Charges are made.' };
    });
  const pause = verb(parent, 'pause', 'Stop all charges of the platform immediately').option('--reason <text>', 'why');
  pause.action(() => set(pause, { paused: true, reason: pause.opts<{ reason?: string }>().reason ?? null }));
  const resume = verb(parent, 'resume', 'Resume charges');
  resume.action(() => set(resume, { paused: false }));
}
