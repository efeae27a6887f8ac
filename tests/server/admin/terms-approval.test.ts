import { expect, it } from 'vitest';
import { resetLimits } from '#server/admin/approval-limits.ts';
import { bookDraft } from '#tests/support/book-drafts.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once, type Operator } from '#tests/support/operator.ts';
import { staffAt } from '#tests/support/staff.ts';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { operatorOf } from '#tests/support/operator.ts';

const day = 86_400;
const limits = { APPROVAL_ABOVE_CENTS: '100000' };

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['agreed', 'top', 'payg', 'by-invoice'], environment: limits }, (money) => {
  const { as, audited, unpaid } = staffAt(money);
  const now = () => money().platform.context.clock.nowSeconds();
  const put = (operator: Operator, slug: string, terms: object, name = slug) =>
    operator.ask('PUT', `/organizations/${slug}`, { name, ...terms });
  const termsOf = async (operator: Operator, slug: string) => {
    const { contract, discounts, name } = (await operator.ask('GET', `/organizations/${slug}`)).body;
    return { contract, discounts, name };
  };
  const waiting = async (reader: Operator) =>
    (await reader.ask('GET', '/approvals?status=pending')).body.approvals as Record<string, any>[];
  const decide = (operator: Operator, id: string, decision: 'approve' | 'refuse') => operator.ask('POST', `/approvals/${id}/${decision}`);
  const close = async () => {
    await money().pass(32 * day);
    await money().platform.context.jobs.runDue();
  };

  it('a discount of 100 % on a plan of $2,500 waits, is asked for once, and is applied once', async () => {
    await close();
    const limited = await operatorOf(money().platform, ['organizations', 'read'], 'ada@example.com');
    const ben = await as('ben@example.com');
    const terms = { discounts: [{ line: 'plan', percent: 100 }], reason: 'A friend of the house' };
    const before = await termsOf(ben, 'agreed');
    const first = await put(limited, 'agreed', terms, 'Agreed Inc');
    expect([first.status, first.body]).toEqual([202, { approval: { id: expect.stringMatching(/^apr_/), status: 'pending' } }]);
    const again = await put(limited, 'agreed', terms, 'Agreed Inc');
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(await termsOf(ben, 'agreed')).toEqual({ ...before, name: 'Agreed Inc' });
    const { id } = first.body.approval;
    expect(await waiting(ben)).toEqual([
      expect.objectContaining({
        id,
        action: 'terms',
        subject: 'agreed',
        amount_cents: 250_000,
        reason: 'A friend of the house',
        what: 'Contract or discounts of agreed: a cycle costs up to $2,500.00 less on this plan or a higher one',
      }),
    ]);
    expect((await decide(limited, id, 'approve')).status).toBe(403);
    const answers = await Promise.all([decide(ben, id, 'approve'), decide(ben, id, 'approve')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await termsOf(ben, 'agreed')).discounts).toEqual([expect.objectContaining({ line: 'plan', percent: 100 })]);
    expect((await audited('agreed'))[0]).toMatchObject({ after: { kind: 'terms', amount_cents: 250_000 } });
    expect((await put(limited, 'agreed', terms, 'Agreed Inc')).status).toBe(200);
    expect((await put(limited, 'agreed', { discounts: [] })).status).toBe(200);
  });

  it('a plan price of 0 waits, and refused it changes nothing', async () => {
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const { status, body } = await put(ada, 'agreed', { contract: { plan_price_cents: 0 } });
    expect(status).toBe(202);
    expect((await decide(ben, body.approval.id, 'refuse')).status).toBe(200);
    expect((await termsOf(ben, 'agreed')).contract).toEqual({ plan_price_cents: 250_000 });
    expect((await put(ada, 'agreed', { contract: { plan_price_cents: 300_000 } })).status).toBe(200);
  });

  it('smaller effects count for the limit of 24 hours, together with other sums', async () => {
    const dan = await as('dan@example.com');
    // The Team Plan costs $599, so this discount has an effect of about $300.
    expect((await put(dan, 'top', { discounts: [{ line: 'plan', percent: 50 }] })).status).toBe(200);
    expect((await dan.ask('POST', '/organizations/payg/credits', { amount_cents: 80_000, reason: 'x' }, once())).status).toBe(202);
    expect((await dan.ask('POST', '/organizations/payg/credits', { amount_cents: 70_000, reason: 'x' }, once())).status).toBe(201);
    expect((await put(dan, 'top', { discounts: [{ line: 'plan', percent: 100 }] })).status).toBe(202);
  });

  it('a credit note counts on a paid invoice, and on an open one only as far as it becomes credit', async () => {
    const eva = await as('eva@example.com');
    const { id } = await unpaid('by-invoice');
    const note = (amount: number) => eva.ask('POST', `/invoices/${id}/credit-notes`, { amount_cents: amount, reason: 'x' }, once());
    expect((await note(50_000)).status).toBe(201);
    // The credit note only reduced an open invoice and gave no credit, so the whole approval limit is left.
    expect((await eva.ask('POST', '/organizations/by-invoice/credits', { amount_cents: 100_000, reason: 'x' }, once())).status).toBe(201);
    expect((await eva.ask('POST', '/organizations/by-invoice/credits', { amount_cents: 1, reason: 'x' }, once())).status).toBe(202);
  });

  it('an all-zero price book waits for approval, one of 1970 is refused, and a refused one never counts', async () => {
    const [fay, ben] = [await operatorOf(money().platform, adminScopes, 'fay@example.com'), await as('ben@example.com')];
    const free = bookDraft(({ plans, metrics, compute }) => {
      for (const plan of Object.values(plans)) if (plan.price !== null) plan.price = '0';
      for (const metric of Object.values(metrics)) if (metric.price !== null) metric.price = '0';
      for (const size of Object.values(compute)) if (size.price !== null) size.price = '0';
    });
    const publish = (version: string, effectiveAt: number) =>
      fay.ask('POST', '/price-books', { version, effective_at: effectiveAt, document: free });
    const statusOf = async (version: string) => (await fay.ask('GET', `/price-books/${version}`)).body.status;
    expect((await publish('1970', 0)).status).toBe(422);
    await money().db.execute('update approval_limits set cents = 10000');
    for (const version of ['zero', 'nothing']) {
      expect((await publish(version, now() + 2 * day)).status).toBe(201);
      await money().platform.context.jobs.runDue();
      expect(await statusOf(version)).toBe('waiting');
    }
    const requests = await waiting(ben);
    const of = (version: string): string => requests.find(({ subject }) => subject === version)?.['id'] ?? '';
    expect(requests[0]).toMatchObject({ action: 'price_book', subject: 'nothing', organization: null, requested_by: fay.keyId });
    expect(requests[0]?.['amount_cents']).toBeGreaterThan(10_000);
    expect((await decide(fay, of('zero'), 'approve')).status).toBe(403);
    expect((await decide(ben, of('nothing'), 'refuse')).status).toBe(200);
    expect(await statusOf('nothing')).toBe('refused');
    expect((await decide(ben, of('zero'), 'approve')).body.result).toEqual({ version: 'zero', status: 'scheduled' });
    expect(await statusOf('zero')).toBe('scheduled');
    expect((await fay.ask('POST', '/organizations/payg/credits', { amount_cents: 100, reason: 'x' }, once())).status).toBe(202);
  });

  it('a version whose publisher loses the key is refused', async () => {
    const gus = await operatorOf(money().platform, adminScopes, 'gus@example.com');
    const cheaper = bookDraft(({ plans }) => (plans.team.price = '1'));
    expect((await gus.ask('POST', '/price-books', { version: 'lost', effective_at: now() + day, document: cheaper })).status).toBe(201);
    await money().platform.context.jobs.runDue();
    const ben = await as('ben@example.com');
    expect((await ben.ask('GET', '/price-books/lost')).body.status).toBe('waiting');
    expect((await ben.ask('DELETE', `/keys/${gus.keyId}`)).status).toBe(204);
    expect((await ben.ask('GET', '/price-books/lost')).body.status).toBe('refused');
  });

  it('a price book that lowers bills cannot be approved while staff money is stopped', async () => {
    const { db, jobs } = money().platform.context;
    const [hal, ben] = [await operatorOf(money().platform, adminScopes, 'hal@example.com'), await as('ben@example.com')];
    await resetLimits(db, { person: 99_999_999, organization: 99_999_999, platform: 99_999_999 }, now());
    const cheaper = bookDraft(({ plans }) => (plans.team.price = '1'));
    expect((await hal.ask('POST', '/price-books', { version: 'stopped', effective_at: now() + day, document: cheaper })).status).toBe(201);
    await jobs.runDue();
    expect((await hal.ask('GET', '/price-books/stopped')).body.status).toBe('waiting');
    const request = (await waiting(ben)).find(({ subject }) => subject === 'stopped');
    expect((await decide(ben, request?.['id'], 'approve')).status).toBe(403);
  });
});
