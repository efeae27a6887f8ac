import type { Statement, StatementRow } from '#contract/types.ts';
import { isoDate } from '#lib/dates/format.ts';
import { centsFromDollars, plainDollars } from '#lib/money.ts';
import { beancountForm, hledgerForm, type JournalForm, journalText, noCode, quotedText, unquotedText } from './journal-forms.ts';
import {
  accountBalances,
  balanceAccounts,
  balanceOfAccounts,
  orderedPostings,
  statementAccounts,
  type StatementAccountName,
  type StatementEntry,
  type StatementFacts,
  type StatementPosting,
} from './statement.ts';
import { instantText, secondsOfInstantText } from './statement.ts';

const firstLine = '; Statement of account, format 1, for';
const openingCode = 'opening';
const openingAccount = 'Equity:Opening-Balances';
const DAY_SECONDS = 86_400;

/** Names of the customer's accounts. Each name begins with one of the five root accounts of Beancount. */
const journalAccounts: Readonly<Record<StatementAccountName, string>> = {
  charges: 'Expenses:Billing:Charges',
  due: 'Liabilities:Billing:Invoices',
  credits: 'Assets:Billing:Credits',
  payments: 'Assets:Billing:Payments',
  refundable: 'Assets:Billing:Refundable',
  gifts: 'Income:Billing:Given-Credits',
  uncollected: 'Income:Billing:Not-Collected',
  disputed: 'Liabilities:Billing:Disputed',
};

const amountText = (cents: number): string => `${plainDollars(cents)} USD`;
const postingLine = (account: string, cents: number): string => `    ${account}  ${amountText(cents)}`;
const linesOfPostings = (postings: readonly StatementPosting[]): string[] =>
  postings.map(({ account, amount_cents: cents }) => postingLine(journalAccounts[account], cents));

/** Accounting programs reject a transaction without amounts. If a row has no postings, the journal contains these zero amounts instead. */
const noPostings: readonly StatementPosting[] = [
  { account: 'charges', amount_cents: 0 },
  { account: 'due', amount_cents: 0 },
];

function rowLines({ id, at, kind, description, number, invoice, postings }: StatementRow, form: JournalForm): string[] {
  const words = journalText(description);
  const tags = {
    id,
    at: instantText(at),
    ...(invoice && { invoice: invoice.number, 'invoice-id': invoice.id }),
    ...(words !== description && { description: quotedText(description) }),
  };
  return [
    form.heading(isoDate(at), number ?? noCode, `${kind} ${words}`.trimEnd()),
    ...Object.entries(tags).map(([name, value]) => form.tag(name, value)),
    ...linesOfPostings(postings.length > 0 ? postings : noPostings),
    '',
  ];
}

/** Writes the opening balance as a transaction, so that the journal has the same balances as the statement. */
function openingLines({ from, opening }: Statement, form: JournalForm): string[] {
  const balances = accountBalances(opening);
  const postings = orderedPostings(balanceAccounts.map((account) => ({ account, amount_cents: balances[account] })));
  if (postings.length === 0) return [];
  return [
    form.heading(isoDate(from), openingCode, 'Opening balance'),
    ...linesOfPostings(postings),
    postingLine(openingAccount, opening.owed_cents),
    '',
  ];
}

function journal(statement: Statement, form: JournalForm): string {
  const { organization, from, to, opening, rows, months, closing, digest } = statement;
  const balances = accountBalances(closing);
  const closingDay = isoDate(Math.ceil(to / DAY_SECONDS) * DAY_SECONDS);
  return [
    `${firstLine} ${form.program}`,
    `; organization: ${organization}`,
    `; from: ${instantText(from)}`,
    `; to: ${instantText(to)}`,
    `; opening: ${opening.digest}`,
    '',
    ...form.commodity,
    ...[...statementAccounts.map((account) => journalAccounts[account]), openingAccount].map((account) =>
      form.declaration(isoDate(from), account),
    ),
    '',
    ...openingLines(statement, form),
    ...rows.flatMap((row) => rowLines(row, form)),
    ...form.assertions(
      closingDay,
      balanceAccounts.map((account) => [journalAccounts[account], amountText(balances[account])]),
    ),
    '',
    ...months.map(({ month, owed_cents: owed, digest: ofMonth }) => `; month ${month}: ${amountText(owed)} ${ofMonth}`),
    `; closing: ${closing.digest}`,
    `; digest: ${digest}`,
    '',
  ].join('\n');
}

/** Formats a statement as a journal for hledger and ledger. */
export const hledgerJournal = (statement: Statement): string => journal(statement, hledgerForm);

export const beancountJournal = (statement: Statement): string => journal(statement, beancountForm);

interface Transaction {
  readonly code: string;
  readonly words: string;
  readonly tags: Record<string, string>;
  readonly postings: StatementPosting[];
}

function postingIn(line: string): StatementPosting | null {
  const [, name, amount = ''] = /^ {4}(\S+) {2}(-?\d+\.\d\d) USD$/.exec(line) ?? [];
  const account = statementAccounts.find((each) => journalAccounts[each] === name);
  return account === undefined ? null : { account, amount_cents: centsFromDollars(amount) };
}

function transactionsIn(lines: readonly string[], form: JournalForm): Transaction[] {
  const transactions: Transaction[] = [];
  for (const line of lines) {
    const heading = form.readHeading(line);
    if (heading) {
      transactions.push({ ...heading, tags: {}, postings: [] });
      continue;
    }
    const [tag, posting] = [form.readTag(line), postingIn(line)];
    const last = transactions.at(-1);
    if (last && tag) last.tags[tag.name] = tag.value;
    if (last && posting) last.postings.push(posting);
  }
  return transactions;
}

function entryOf({ code, words, tags, postings }: Transaction): StatementEntry {
  const [kind = '', ...rest] = words.split(' ');
  const { id = '', at = '', invoice, 'invoice-id': invoiceId, description } = tags;
  return {
    id,
    at: secondsOfInstantText(at),
    kind: kind as StatementEntry['kind'],
    description: description === undefined ? rest.join(' ') : unquotedText(description),
    number: code === noCode ? null : code,
    invoice: invoiceId === undefined ? null : { id: invoiceId, number: invoice ?? '' },
    postings: orderedPostings(postings),
  };
}

const isOf =
  (form: JournalForm) =>
  (text: string): boolean =>
    text.startsWith(`${firstLine} ${form.program}\n`);

/** @throws if the text is not a statement */
const readJournal =
  (form: JournalForm) =>
  (text: string): StatementFacts => {
    const lines = text.split('\n');
    const facts = new Map(
      lines.flatMap((line) => [...line.matchAll(/^; (\w+): (.*)$/g)].map(([, name = '', value = '']) => [name, value])),
    );
    const transactions = transactionsIn(lines, form);
    const opening = transactions.find(({ code, tags }) => code === openingCode && tags['id'] === undefined)?.postings ?? [];
    const centsOf = (account: StatementAccountName): number => opening.find((posting) => posting.account === account)?.amount_cents ?? 0;
    const accounts = { due: centsOf('due'), credits: centsOf('credits'), disputed: centsOf('disputed'), refundable: centsOf('refundable') };
    return {
      organization: facts.get('organization') ?? '',
      from: secondsOfInstantText(facts.get('from') ?? ''),
      to: secondsOfInstantText(facts.get('to') ?? ''),
      opening: balanceOfAccounts(accounts, facts.get('opening') ?? ''),
      entries: transactions.filter(({ tags }) => tags['id'] !== undefined).map(entryOf),
    };
  };

export const hledgerFile = { isOf: isOf(hledgerForm), read: readJournal(hledgerForm), write: hledgerJournal } as const;
export const beancountFile = { isOf: isOf(beancountForm), read: readJournal(beancountForm), write: beancountJournal } as const;
