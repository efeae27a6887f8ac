import { expect, it } from 'vitest';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import { adminParamExamples, adminWords } from '#contract/admin/admin-messages.ts';
import { callTable, type CallName } from '#contract/calls.ts';
import { isRead, type CallDeclaration } from '#contract/declaration.ts';
import { actingAs } from '#server/database/acting.ts';
import { lockOrganization, OrganizationClosed } from '#server/store/organization-lock.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const slug = 'payg';
const base = `/platform/organizations/${slug}`;
const closed = [409, 'This organization is closed'];

const allowed: Partial<Record<AdminCallName, number>> = {
  closeOrganization: 202,
  exportOrganization: 200,
  eraseOrganization: 409,
  deleteMember: 404,
  resendNotice: 404,
};

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? 'x'.repeat(20)));

onMoneyPlatformWith({ kinds: ['pglite'] }, (money) => {
  const { act, as, paid } = staffAt(money);

  it('a top-up that is paid after the organization is closed gives no credit and is refunded', async () => {
    const { topUp, card, challenge, settled, account } = money();
    const waiting = await topUp(slug, { amount: 100, payment_method_id: await card(testCard.asksAlways) });
    expect(waiting.body.status).toBe('requires_action');
    expect((await (await as('ops@example.com')).ask('DELETE', `/organizations/${slug}`)).status).toBe(202);
    const before = await account(slug, 'customer_credit');
    await challenge(waiting.body.payment_intent_secret, 'complete');
    await settled();
    expect([await account(slug, 'customer_credit'), await account(slug, 'unapplied')]).toEqual([before, 0]);
    const log = money().sandbox.money();
    expect(log.filter(({ kind, amount }) => kind === 'refund_succeeded' && amount === 10_000)).toHaveLength(1);
    expect(await money().faults()).toEqual([]);
  });

  it('the operator can change nothing of it by its slug', async () => {
    const { ask } = await as('ops@example.com');
    const answers: Partial<Record<AdminCallName, unknown>> = {};
    const expected: typeof answers = {};
    for (const name of Object.keys(adminCallTable) as AdminCallName[]) {
      const { method, path } = adminCallTable[name];
      if (method === 'GET' || !path.includes('/organizations/{slug}')) continue;
      const example = name === 'eraseOrganization' || name === 'closeOrganization' ? { reason: 'x' } : adminWords[name].example;
      const body = name === 'closeOrganization' ? undefined : example;
      const { status, body: responseBody } = await ask(
        method,
        pathOf(path.slice('/admin/v1'.length), { ...adminParamExamples, slug }),
        body,
        once(),
      );
      answers[name] = status === allowed[name] ? status : [status, responseBody.message];
      expected[name] = allowed[name] ?? closed;
    }
    expect(answers).toEqual(expected);
  });

  it('its payments are refunded and its invoices forgiven, and nothing becomes credit', async () => {
    const [invoice] = await money().rows<{ id: string }>(
      `select i.id from invoices i join organizations o on o.id = i.organization_id
          where o.slug = '${slug}' and i.status in ('open', 'issued') and i.amount_due_cents > 0 limit 1`,
    );
    const path = `/invoices/${invoice?.id}`;
    expect((await act(`${path}/credit-notes`, { amount_cents: 1, reason: 'x' })).status).toBe(201);
    expect((await act(`${path}/forgive`, { reason: 'x' })).status).toBe(200);
    const { id } = await paid('payg');
    expect((await act(`/payments/${id}/refunds`, { amount_cents: 1, reason: 'x' })).status).not.toBe(409);
  });

  it('no member can change anything of it, not by a request that was admitted before', async () => {
    const { send, platform, rows } = money();
    const names = Object.keys(callTable) as CallName[];
    const writes = names.filter((name) => {
      const declaration: CallDeclaration = callTable[name];
      return typeof declaration.access === 'object' && !isRead(declaration);
    });
    expect(writes.length).toBeGreaterThan(15);
    const askAll = async (as?: string) => {
      const answers = new Set<string>();
      for (const name of writes) {
        const { method, path } = callTable[name];
        const id = 'a'.repeat(24);
        const params = {
          slug,
          invoice_id: 'in_abcdef',
          budget_id: `bud_${id}`,
          credit_note_id: `cn_${id}`,
          token_id: `tok_${id}`,
          proposal_id: `prop_${id}`,
        };
        const { status, body } = await send(
          method,
          pathOf(path, params),
          method === 'GET' ? undefined : {},
          as === undefined ? {} : { as },
        );
        answers.add(`${status} ${body.message}`);
      }
      return [...answers];
    };
    expect(await askAll('billing')).toEqual(['404 Organization not found']);
    expect(await askAll()).toEqual([closed.join(' ')]);
    expect((await send('GET', `${base}/billing/subscription`)).status).toBe(200);

    const [member] = await rows<{ id: number; organizationId: number }>(
      `select m.id, o.id as "organizationId" from members m, organizations o where m.handle = 'owner' and o.slug = '${slug}'`,
    );
    const actor = { memberId: member?.id ?? 0, username: 'owner', call: 'topUpCredits', requestId: 'r', callerRequestId: null };
    const lock = () => platform.context.db.transaction((tx) => lockOrganization(tx, member?.organizationId ?? 0));
    await expect(actingAs(actor, lock)).rejects.toThrow(OrganizationClosed);
    await lock();
  });
});
