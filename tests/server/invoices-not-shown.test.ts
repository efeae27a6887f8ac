import { expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { giveCredit, onMoneyPlatform, onMoneyPlatformWith } from '#tests/support/money-platform.ts';

/** Calls that read invoices are found by their path, so that new calls are included. */
const reads = (Object.keys(callTable) as CallName[]).filter((name) => {
  const { method, path }: CallDeclaration = callTable[name];
  return (
    method !== 'POST' &&
    /\/(invoices|credit-notes|statement)(\/|$)|\/comparison|\/billing\/(costs|export\/focus)$/.test(path) &&
    !/\/upcoming(\/lines|$)/.test(path)
  );
});

onMoneyPlatform((money) => {
  const pathOf = (name: CallName, slug: string, invoiceId: string): string =>
    callTable[name].path
      .replace('{slug}', slug)
      .replace('{invoice_id}', invoiceId)
      .replace('{credit_note_id}', `cn_${'a'.repeat(24)}`);
  const invoiceOf = async (slug: string): Promise<string> => {
    const found = await money().rows<{ id: string }>(
      `select i.id from invoices i join organizations o on o.id = i.organization_id where o.slug = '${slug}' limit 1`,
    );
    return found[0]?.id ?? 'in_000000';
  };

  it.each([
    ['fly', 422],
    ['aws', 422],
    ['vercel_icfg_test1', 422],
    ['no-features', 403],
    ['no-billing', 403],
  ])('%s: every read of invoices answers %i, with no number and no amount', async (slug, status) => {
    const id = await invoiceOf(slug);
    const answers = await Promise.all(
      reads.map(async (name) => {
        const { method } = callTable[name] as CallDeclaration;
        const answer = await money().platform.ask(pathOf(name, slug, id), {
          as: 'owner',
          method,
          ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
        });
        return [name, answer.status, answer.headers.get('X-Total-Count'), /amount|\$\d/.test(JSON.stringify(answer.body ?? null))] as const;
      }),
    );
    expect(answers).toEqual(reads.map((name) => [name, status, null, false]));
  });

  it('covers lists, single invoices, lines, documents, tables and the statement', () => {
    const named: CallName[] = [
      'listInvoices',
      'countInvoices',
      'getInvoice',
      'getInvoiceLines',
      'getInvoicePdf',
      'getEInvoice',
      'getInvoiceReceipt',
      'getCreditNotePdf',
      'getCreditNoteEInvoice',
      'exportInvoices',
      'compareInvoice',
      'compareUpcomingInvoice',
      'getCosts',
      'exportFocus',
      'listInvoiceNotices',
      'getInvoicePaymentLink',
      'getStatement',
      'getStatementCsv',
      'getStatementJournal',
      'getStatementPdf',
    ];
    expect(reads).toEqual(expect.arrayContaining(named));
  });

  it('lists no invoices in the spending of such organizations either', async () => {
    for (const slug of ['fly', 'no-features'])
      expect((await money().send('GET', `/platform/organizations/${slug}/billing/spend`)).body.invoices).toEqual([]);
  });

  it('answers organizations that the product bills itself', async () => {
    const { status, body } = await money().send('GET', '/platform/organizations/payg/billing/invoices');
    expect([status, body.length > 0]).toEqual([200, true]);
  });
});

onMoneyPlatformWith({ organizations: ['no-features', 'payg'] }, (money) => {
  const paths = ['billing/activity', 'billing/activity/export', 'billing/audit', 'billing/notices', 'billing/credits/history'];
  const namesOf = async (slug: string): Promise<readonly string[]> => {
    const found = await money().rows<{ id: string; number: string }>(
      `select i.id, i.number from invoices i join organizations o on o.id = i.organization_id where o.slug = '${slug}'`,
    );
    return found.flatMap(({ id, number }) => [id, number]);
  };
  const responsesOf = (slug: string): Promise<string[]> =>
    Promise.all(
      paths.map(async (path) => {
        const { status, body } = await money().platform.ask(`/platform/organizations/${slug}/${path}`, { as: 'owner' });
        expect([path, status]).toEqual([path, 200]);
        return JSON.stringify(body);
      }),
    );

  it('names no invoice and none of its amounts in activity, audit log, emails and credits if the page shows no invoices', async () => {
    const { subscription, pass, platform } = money();
    for (const slug of ['no-features', 'payg']) await giveCredit(money(), slug, 700, `gift-${slug}`);
    const end = (await subscription('payg'))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 40 * 86_400);
    for (const [slug, isShown] of [
      ['no-features', false],
      ['payg', true],
    ] as const) {
      const names = await namesOf(slug);
      expect(names.length).toBeGreaterThan(0);
      const answers = await responsesOf(slug);
      expect([slug, ...answers.map((answer) => names.some((name) => answer.includes(name)))]).toEqual([slug, ...paths.map(() => isShown)]);
      expect(answers.some((answer) => answer.includes('"what":"invoice"'))).toBe(isShown);
    }
  });
});

onMoneyPlatformWith({ organizations: ['no-features', 'no-billing', 'payg'] }, (money) => {
  it('attaches the PDF of an invoice to its email only if the page shows invoices', async () => {
    const { subscription, pass, platform, settled, send } = money();
    // Without a billing address, invoices have no e-invoice.
    const address = { line1: '1 Main Street', line2: null, city: 'Springfield', state: null, postal_code: null, country: 'US' };
    expect((await send('PUT', '/platform/organizations/payg/customer', { billing_name: 'Payg', address })).status).toBe(204);
    await pass((await subscription('payg'))['current_period_end'] + 3700 - platform.context.clock.nowSeconds());
    await settled();
    const { body } = await platform.ask('/sandbox/postbox/messages');
    const attachedTo = (slug: string) =>
      (body as { organization: string; kind: string; attachments: { type: string }[] }[])
        .filter(({ organization, kind }) => organization === slug && kind === 'invoice_issued')
        .flatMap(({ attachments }) => (attachments.length === 0 ? ['nothing'] : attachments.map(({ type }) => type)));
    expect(new Set(attachedTo('payg'))).toEqual(new Set(['application/pdf', 'application/xml']));
    for (const slug of ['no-features', 'no-billing']) expect(new Set(attachedTo(slug))).toEqual(new Set(['nothing']));
  });
});
