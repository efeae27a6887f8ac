import type { Statement, StatementRow } from '#contract/types.ts';
import { byteOrderMark, csvRow, csvRows, textCell, textOfCell } from '#lib/csv.ts';
import { centsFromDollars, plainDollars } from '#lib/money.ts';
import {
  accountBalances,
  balanceAccounts,
  balanceOfAccounts,
  statementAccounts,
  type StatementAccountName,
  type StatementBalance,
  type StatementEntry,
  type StatementFacts,
} from './statement.ts';
import { instantText, secondsOfInstantText } from './statement.ts';

const accountTitles: Readonly<Record<StatementAccountName, string>> = {
  charges: 'Charges',
  due: 'Invoices due',
  credits: 'Credits',
  payments: 'Payments',
  refundable: 'To be refunded',
  gifts: 'Given credits',
  uncollected: 'Not collected',
  disputed: 'In dispute',
};

const head = [
  'Date',
  'Kind',
  'Document',
  'Description',
  'Invoice',
  'Change',
  'Owed',
  'Currency',
  ...statementAccounts.map((account) => accountTitles[account]),
  'Entry ID',
  'Invoice ID',
  'Digest',
];

interface Line {
  readonly at: number;
  readonly kind: string;
  readonly document?: string | null;
  readonly description?: string;
  readonly invoice?: StatementRow['invoice'];
  readonly changeCents?: number;
  readonly owedCents?: number;
  readonly accounts?: Readonly<Partial<Record<StatementAccountName, number>>>;
  readonly id?: string;
  readonly digest?: string;
}

const amountCell = (cents: number | undefined): string => (cents === undefined ? '' : plainDollars(cents));

const lineText = ({ at, kind, document, description = '', invoice, changeCents, owedCents, accounts = {}, id = '', digest = '' }: Line) =>
  csvRow([
    instantText(at),
    kind,
    textCell(document ?? ''),
    textCell(description),
    textCell(invoice?.number ?? ''),
    amountCell(changeCents),
    amountCell(owedCents),
    'USD',
    ...statementAccounts.map((account) => amountCell(accounts[account])),
    textCell(id),
    textCell(invoice?.id ?? ''),
    digest,
  ]);

const rowText = ({
  at,
  kind,
  number,
  description,
  invoice,
  change_cents: changeCents,
  owed_cents: owedCents,
  postings,
  id,
}: StatementRow) =>
  lineText({
    at,
    kind,
    document: number,
    description,
    invoice,
    changeCents,
    owedCents,
    accounts: Object.fromEntries(postings.map(({ account, amount_cents: cents }) => [account, cents])),
    id,
  });

const balanceText = (kind: 'opening' | 'closing', at: number, organization: string, balance: StatementBalance): string =>
  lineText({
    at,
    kind,
    document: organization,
    owedCents: balance.owed_cents,
    accounts: accountBalances(balance),
    digest: balance.digest,
  });

/** Writes a statement as CSV (RFC 4180). */
export function statementCsv({ organization, from, to, opening, rows, months, closing, digest }: Statement): string {
  return [
    byteOrderMark + csvRow(head),
    balanceText('opening', from, organization, opening),
    ...rows.map(rowText),
    balanceText('closing', to, organization, closing),
    ...months.map(({ month, owed_cents: owedCents, digest: ofMonth }) =>
      lineText({ at: to, kind: 'month', document: month, owedCents, digest: ofMonth }),
    ),
    lineText({ at: to, kind: 'statement', document: organization, digest }),
  ].join('');
}

type Cells = Readonly<Record<string, string>>;

const textIn = (cells: Cells, column: string): string => textOfCell(cells[column] ?? '');
const centsIn = (cells: Cells, account: StatementAccountName): number => centsFromDollars(cells[accountTitles[account]] || '0');

function balanceIn(cells: Cells): StatementBalance {
  const [due = 0, credits = 0, disputed = 0, refundable = 0] = balanceAccounts.map((account) => centsIn(cells, account));
  return balanceOfAccounts({ due, credits, disputed, refundable }, cells['Digest'] ?? '');
}

function entryIn(cells: Cells): StatementEntry {
  const number = textIn(cells, 'Document');
  const invoiceId = textIn(cells, 'Invoice ID');
  return {
    id: textIn(cells, 'Entry ID'),
    at: secondsOfInstantText(cells['Date'] ?? ''),
    kind: cells['Kind'] as StatementEntry['kind'],
    description: textIn(cells, 'Description'),
    number: number === '' ? null : number,
    invoice: invoiceId === '' ? null : { id: invoiceId, number: textIn(cells, 'Invoice') },
    postings: statementAccounts.flatMap((account) => {
      const cents = centsIn(cells, account);
      return cents === 0 ? [] : [{ account, amount_cents: cents }];
    }),
  };
}

/** @throws if the text is not a statement */
export function readStatementCsv(text: string): StatementFacts {
  const [columns = [], ...rows] = csvRows(text.slice(byteOrderMark.length));
  const lines = rows.map((row): Cells => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
  const place = lines.findIndex(({ Kind: kind }) => kind === 'closing');
  const [opening, closing] = [lines[0], lines[place]];
  if (opening?.['Kind'] !== 'opening' || !closing) throw new SyntaxError('The table has no opening or closing balance');
  return {
    organization: textIn(opening, 'Document'),
    from: secondsOfInstantText(opening['Date'] ?? ''),
    to: secondsOfInstantText(closing['Date'] ?? ''),
    opening: balanceIn(opening),
    entries: lines.slice(1, place).map(entryIn),
  };
}
