import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '#contract/types.ts';
import { sumCents } from '#lib/money.ts';
import { statementTitle } from '#lib/statement/row-titles.ts';
import { verifyStatementFile } from '#lib/statement/statement-files.ts';
import { instantText } from '#lib/statement/statement.ts';
import { rowAmounts } from '#lib/statement/statement-totals.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { invoicesOf, liveStatementHistory } from '#tests/support/statement-history.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const slug = 'payg';
const address = `/platform/organizations/${slug}/billing/statement`;
const day = 86_400;

onMoneyPlatformWith({ organizations: ['payg', 'rich', 'fly', 'no-features'] }, (money) => {
  const period = (from: number, to: number): string => `?from=${instantText(from)}&to=${instantText(to)}`;
  const nowSeconds = (): number => money().platform.context.clock.nowSeconds();

  async function statementOf(query = ''): Promise<Statement> {
    const { status, body } = await money().send('GET', address + query);
    expect([status, body.message]).toEqual([200, undefined]);
    return body;
  }

  let whole: Statement;
  beforeAll(async () => {
    await liveStatementHistory(money(), slug);
    // No entry may be booked in the second in which the test reads the statement.
    await money().pass(60);
    whole = await statementOf(period(nowSeconds() - 300 * day, nowSeconds()));
  }, 120_000);

  it('has every kind of entry of the history, each with its subject', () => {
    const kinds = new Set(whole.rows.map(({ kind }) => kind));
    for (const kind of [
      'invoice',
      'payment',
      'top_up',
      'credit',
      'credit_note',
      'canceling_note',
      'corrected_invoice',
      'refund',
      'dispute',
      'dispute_won',
      'dispute_lost',
    ])
      expect([kind, kinds.has(kind as never)]).toEqual([kind, true]);
    expect(new Set(whole.rows.map(({ id }) => id)).size).toBe(whole.rows.length);
    for (const { kind, number, invoice } of whole.rows) {
      if (['invoice', 'credit_note', 'canceling_note', 'corrected_invoice'].includes(kind))
        expect([kind, number, invoice]).toEqual([
          kind,
          expect.stringMatching(/\d$/),
          { id: expect.any(String), number: expect.any(String) },
        ]);
      if (kind === 'payment') expect(invoice).not.toBeNull();
    }
    expect(kinds.has('other')).toBe(false);
    const refund = whole.rows.find(({ kind, invoice }) => kind === 'refund' && invoice !== null);
    expect(refund && [refund.change_cents, statementTitle(refund)]).toEqual([0, `Refund of $5.00 for invoice ${refund?.invoice?.number}`]);
    expect(refund && rowAmounts(refund)).toEqual({ chargedCents: 500, creditedCents: 500 });
    const note = whole.rows.find(({ kind }) => kind === 'credit_note');
    expect(note).toMatchObject({ description: 'Slow queries; "sorry" [12]', change_cents: -321 });
  });

  it('begins with nothing, and each row sums to zero in the books', () => {
    expect(whole.opening).toMatchObject({ owed_cents: 0, due_cents: 0, credit_cents: 0, disputed_cents: 0, refundable_cents: 0 });
    for (const { id, postings } of whole.rows) expect([id, sumCents(postings.map(({ amount_cents: cents }) => cents))]).toEqual([id, 0]);
    let owedCents = 0;
    for (const { id, change_cents: change, owed_cents: owed } of whole.rows) {
      owedCents += change;
      expect([id, owed]).toEqual([id, owedCents]);
    }
  });

  it('ends with the sums of invoices, the credit ledger and the dispute', async () => {
    const { closing, rows, totals } = whole;
    const invoices = await invoicesOf(money(), slug);
    const due = invoices.filter(({ status }) => status === 'open' || status === 'issued');
    expect(closing).toMatchObject({
      due_cents: sumCents(due.map(({ amount_due: cents }) => cents)),
      credit_cents: await money().balance(slug),
      disputed_cents: await money().account(slug, 'disputed'),
      refundable_cents: 0,
    });
    const { due_cents: dueCents, credit_cents: credit, disputed_cents: disputed } = closing;
    expect(closing.owed_cents).toBe(dueCents - credit + disputed);
    expect(closing.owed_cents).toBe(sumCents(Object.values(totals)));

    // Compares with the sums of invoice lines, because the statement does not use the lines.
    const billed = await money().rows<{ id: string; cents: number }>(
      `select l.invoice_id as id, sum(l.amount_cents)::int as cents from invoice_lines l join invoices i on i.id = l.invoice_id
        join organizations o on o.id = i.organization_id where o.slug = '${slug}' and i.finalized_at is not null and l.key <> 'carried' group by l.invoice_id`,
    );
    expect(billed.length).toBeGreaterThan(3);
    const chargedBy = (id: string): number =>
      sumCents(rows.filter((row) => row.invoice?.id === id && ['invoice', 'carried'].includes(row.kind)).map((row) => row.change_cents));
    expect(billed.map(({ id }) => [id, chargedBy(id)])).toEqual(billed.map(({ id, cents }) => [id, cents]));
    expect(totals.invoices_cents + totals.credit_notes_cents).toBe(sumCents(billed.map(({ cents }) => cents)) - 321);
    const paid = await money().rows<{ cents: number }>(
      `select sum(p.amount_cents)::int as cents from payments p join organizations o on o.id = p.organization_id
        where o.slug = '${slug}' and p.state = 'succeeded'`,
    );
    // The demo's first invoice was paid before the gateway existed, so it has no payment row.
    const firstCents = rows.find(({ kind, invoice }) => kind === 'payment' && invoice?.id === invoices.at(-1)?.id)?.change_cents ?? 0;
    expect(firstCents - totals.payments_cents).toBe(paid[0]?.cents);
    expect([totals.refunds_cents, totals.refunded_charges_cents]).toEqual([100 + 500, -500]);
    expect(totals.disputes_cents).toBe(2 * 15_000);
    expect(totals.credits_cents).toBe(-1_234);
  });

  it('closes with the opening balance of the next period, wherever a year is cut', async () => {
    const { from, to, rows } = whole;
    // The test divides the statement at these instants: times of entries, one second after these times, and starts of months.
    const cuts = [
      ...rows.filter((_, index) => index % 4 === 0).flatMap(({ at }) => [at, at + 1]),
      ...whole.months.map(({ month }) => Date.parse(`${month}-01T00:00:00Z`) / 1000),
    ].filter((at) => at > from && at < to);
    const ends = [...new Set([...cuts, to])].toSorted((a, b) => a - b);
    const parts: Statement[] = [];
    for (const [index, end] of ends.entries()) parts.push(await statementOf(period(ends[index - 1] ?? from, end)));
    for (const [index, { opening }] of parts.entries()) expect(opening).toEqual(parts[index - 1]?.closing ?? whole.opening);
    expect(parts.at(-1)?.closing).toEqual(whole.closing);
    expect(parts.flatMap((part) => part.rows)).toEqual(rows);
    expect(parts.flatMap(({ months }) => months)).toEqual(whole.months);
    for (const group of Object.keys(whole.totals) as (keyof Statement['totals'])[])
      expect([group, sumCents(parts.map(({ totals }) => totals[group]))]).toEqual([group, whole.totals[group]]);
  }, 60_000);

  it('chains the months, and does not change what is over when more is booked', async () => {
    const { months, from, to, digest } = whole;
    expect(months.length).toBeGreaterThanOrEqual(4);
    expect(new Set(months.map((month) => month.digest)).size).toBe(months.length);
    await money().pass(day);
    expect((await money().topUp(slug, { payment_method_id: await money().useCard(slug, '4242424242424242') })).status).toBe(201);
    await money().settled();
    expect((await statementOf(period(from, to))).digest).toBe(digest);
    const longer = await statementOf(period(to, nowSeconds() + 2));
    expect(longer.opening).toEqual(whole.closing);
    expect(longer.rows.map(({ kind }) => kind)).toContain('top_up');
  });

  describe('as a file', () => {
    const fileOf = async (path: string): Promise<{ type: string | null; name: string | null; bytes: Uint8Array }> => {
      const { origin, token } = money().platform;
      const { from, to } = whole;
      const query = `${period(from, to)}${path.includes('?') ? `&${path.split('?')[1]}` : ''}`;
      const answer = await fetch(`${origin}${address}${path.split('?')[0]}${query}`, {
        headers: { Cookie: `session=${await token('owner')}` },
      });
      expect(answer.status).toBe(200);
      const { headers } = answer;
      return {
        type: headers.get('Content-Type'),
        name: headers.get('Content-Disposition'),
        bytes: new Uint8Array(await answer.arrayBuffer()),
      };
    };

    it.each([
      ['', /^application\/json/, null],
      ['/csv', /^text\/csv/, /statement-payg-from-.*\.csv/],
      ['/journal', /^text\/plain/, /\.journal"$/],
      ['/journal?program=hledger', /^text\/plain/, /\.journal"$/],
      ['/journal?program=beancount', /^text\/plain/, /\.beancount"$/],
    ] as const)(
      '%s is verified, and gives the same statement',
      async (path, type, name) => {
        const file = await fileOf(path);
        expect(file.type).toMatch(type);
        if (name) expect(file.name).toMatch(name);
        expect(await verifyStatementFile(file.bytes, hash)).toEqual({ kind: 'intact', statement: whole });
        for (let at = 0; at < file.bytes.length; at += 397) {
          const changed = Uint8Array.from(file.bytes);
          changed[at] = (changed[at] ?? 0) ^ 1;
          expect([at, (await verifyStatementFile(changed, hash)).kind]).not.toEqual([at, 'intact']);
        }
      },
      60_000,
    );

    it('is a PDF', async () => {
      const { type, name, bytes } = await fileOf('/pdf');
      expect([type, new TextDecoder('latin1').decode(bytes.subarray(0, 5))]).toEqual(['application/pdf', '%PDF-']);
      expect(name).toMatch(/\.pdf"$/);
    });
  });

  it('covers the last twelve calendar months unless a period is given, and never the future', async () => {
    const now = nowSeconds();
    const { from, to } = await statementOf();
    expect(instantText(from)).toMatch(/-01T00:00:00Z$/);
    expect([Math.round((to - from) / (30 * day)) >= 11, to - from <= 366 * day]).toEqual([true, true]);
    // Jobs may still book entries of the last two minutes, so a statement ends two minutes ago by default.
    for (const end of [to, (await statementOf(`?from=${instantText(now - day)}`)).to])
      expect([end - now >= -120, end - now <= -100]).toEqual([true, true]);
    expect((await statementOf(`?from=${instantText(now - 60)}`)).to).toBeGreaterThanOrEqual(now);
    const ahead = await statementOf(`?from=${instantText(now - day)}&to=${instantText(now + 100 * day)}`);
    expect(ahead.to - now).toBeLessThanOrEqual(5);
  });

  it.each([
    ['?from=2026-02-30', 'query.from'],
    ['?from=2026-02-02&to=2026-02-01', 'query.to'],
    ['?from=2020-01-01&to=2022-01-01', 'query.to'],
    ['?from=2020-01-01', 'query.from'],
    ['?from=2999-01-01&to=2999-01-02', 'query.from'],
    ['?from=2999-01-01', 'query.from'],
    ['?from=2020-01-01&to=2999-01-01', 'query.to'],
    ['?since=2026-01-01', 'query.since'],
  ])('names the field of %s', async (query, path) => {
    const { status, body } = await money().send('GET', address + query);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  it('is refused as the lists of invoices are', async () => {
    const statusOf = async (of: string) => (await money().send('GET', `/platform/organizations/${of}/billing/statement`)).status;
    expect([await statusOf('fly'), await statusOf('no-features'), await statusOf('rich')]).toEqual([422, 403, 200]);
  });

  it('leaves the books whole', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
