import { expect, it, vi } from 'vitest';
import type { NoticeKind } from '#server/domain/notices.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { truthOf } from '#server/store/notices/notice-truth.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';
import { wordsOfNotice } from '#server/notices/messages/all-messages.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { sentAtSeconds, truthCases, type Expected, type KindCase } from './truth-cases.ts';

// `invoice-states.test.ts` checks the sentences about invoices in all combinations of their columns.

vi.setConfig({ testTimeout: 120_000 });

const aPartnerCollects = `update organizations set billing_partner = 'fly' where id = $org`;

const rows = (Object.keys(truthCases) as NoticeKind[]).flatMap((kind) =>
  (truthCases[kind] as readonly KindCase<NoticeKind>[]).flatMap((one) =>
    [...Object.entries(one.states), ...(one.isAboutPayment ? [[aPartnerCollects, 'withdrawn'] as const] : [])].map(([state, expected]) => ({
      kind,
      state,
      expected,
      one,
    })),
  ),
);

class Rollback extends Error {}

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['payg'] }, (money) => {
  let names: Readonly<Record<string, string>> | undefined;
  async function namesOf(): Promise<Readonly<Record<string, string>>> {
    const { topUp, card: newCard, settled, rows: ask } = money();
    // Open invoices would use up the credits.
    await ask(`update invoices set status = 'void' where status in ('open', 'issued', 'uncollectible') returning id`);
    expect((await topUp('payg', { amount: 100, payment_method_id: await newCard(testCard.good) })).status).toBe(201);
    await settled();
    const [found] = await ask<Record<string, string>>(`select o.id::text as "$org",
      (select quote_literal(max(id)) from payments where organization_id = o.id and state = 'succeeded') as "$payment",
      (select quote_literal(max(id)) from invoices where organization_id = o.id) as "$invoice",
      (select max(id)::text from billing_periods where organization_id = o.id) as "$period" from organizations o where slug = 'payg'`);
    return found ?? {};
  }

  it.each(rows)('$kind, $state: $expected', async ({ kind, state, expected, one }) => {
    names ??= await namesOf();
    const filled = (text: string): string => text.replace(/\$(org|payment|invoice|period)\b/g, (name) => names?.[name] ?? name);
    const run = async <T>(tx: Database, text: string): Promise<T[]> => rowsOf<T>(await tx.execute(filled(text)));
    const organizationId = Number(names['$org']);
    let said: Expected = 'withdrawn';
    const tried = money().db.transaction(async (tx) => {
      for (const statement of one.given ?? []) await run(tx, statement);
      const [asked] = one.key.startsWith('select') ? await run<{ key: string }>(tx, one.key) : [{ key: one.key }];
      const invoiceId = one.isOfInvoice ? (names?.['$invoice'] ?? '').replaceAll("'", '') : null;
      await writeNotice(tx, { organizationId, kind, key: asked?.key ?? '', facts: one.facts, atSeconds: sentAtSeconds, invoiceId });
      await run(tx, state);
      const [notice] = await run<Parameters<typeof truthOf>[1]>(
        tx,
        `select id::float8 as "noticeId", organization_id as "organizationId", kind, facts, invoice_id as "invoiceId"
          from notices where organization_id = $org and business_key = '${kind}:${asked?.key}'`,
      );
      if (!notice) throw new Error(`No notice ${kind} was written`);
      const { holds, isPaid, facts } = await truthOf(tx, notice, sentAtSeconds);
      if (holds) {
        const words = wordsOfNotice(kind, { ...one.facts, ...facts }, { name: 'Organization payg', isPaid });
        const parts = [words.subject, ...words.paragraphs, ...words.facts.map(([name, value]) => `${name}: ${value}`)];
        expect(parts.join('\n')).toMatch(expected === 'withdrawn' ? /^$/ : expected);
        said = expected;
      }
      throw new Rollback();
    });
    await expect(tried).rejects.toThrow(Rollback);
    expect(said).toBe(expected);
  });
});
