import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { clientOn } from '#server/operator-cli/admin-client.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { staffPage, startStaffPage, type StaffPage } from '#tests/support/staff-page.ts';

const terabyte = 1_000_000_000_000;

let staff: StaffPage;
let ada: Operator;
let ben: Operator;

beforeAll(async () => {
  staff = await startStaffPage({ USAGE_REVIEW_ABOVE_CENTS: '100000' });
  staff.signInAs('Cleo@example.com');
  ada = await operatorOf(staff.money.platform, adminScopes, 'ada@example.com');
  ben = await operatorOf(staff.money.platform, adminScopes, 'ben@example.com');
});
afterAll(() => staff?.stop());

const waiting = async (): Promise<Record<string, any>[]> => (await ada.ask('GET', '/approvals?status=pending')).body.approvals;

async function hold(id: string, slug = 'top'): Promise<string> {
  const { money } = staff;
  const [project] = await money.rows<{ ref: string }>(
    `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' order by p.id limit 1`,
  );
  const at = money.platform.context.clock.nowSeconds() - 60;
  const record = { id, organization: slug, project_ref: project?.ref, metric: 'EGRESS', quantity: 100 * terabyte, at };
  expect((await ada.ask('POST', '/usage', { records: [record] })).body).toMatchObject({ accepted: 0, held: 1 });
  return (await waiting())[0]?.['id'] as string;
}

it('keys release and reject usage that is held, and the page that decides it too says so', async () => {
  const { cookie } = await staff.signIn();
  const first = await hold('first');
  const shown = await staff.ask(staffPage, cookie);
  for (const text of [
    'Held for review: Egress on',
    'Before quotas and discounts: $9,000.00',
    'A key of another person can decide this too, by the API or the command.',
  ])
    expect(shown.body).toContain(text);
  expect((await ada.ask('POST', `/approvals/${first}/approve`)).status).toBe(403);
  expect((await ben.ask('POST', `/approvals/${first}/refuse`)).body.approval).toMatchObject({ status: 'refused', decided_by: ben.keyId });
  const second = await hold('second');
  expect((await ben.ask('POST', `/approvals/${second}/approve`)).body.result).toEqual({ released_records: 1 });
  const third = await hold('third', 'crowded');
  expect((await staff.decide(cookie, third, 'refuse')).status).toBe(200);
  expect((await ben.ask('POST', `/approvals/${third}/approve`)).status).toBe(409);
});

it('the command releases and rejects usage that is held, with the key of another person only', async () => {
  const { config, db } = staff.money.platform.context;
  const commandOf = async ({ key }: Operator) => clientOn({ db } as never, config, key);
  const [sender, other] = [await commandOf(ada), await commandOf(ben)];
  const rejected = await hold('rejected', 'rich');
  const refusal = await other.call('refuseRequest', { params: { approval_id: rejected } });
  expect(refusal.approval).toMatchObject({ status: 'refused', action: 'usage', decided_by: ben.keyId });
  const released = await hold('released', 'rich');
  await expect(sender.call('approveRequest', { params: { approval_id: released } })).rejects.toThrow('This key made the request');
  expect((await other.call('approveRequest', { params: { approval_id: released } })).result).toEqual({ released_records: 1 });
});

it('the command decides no other request, also without the settings of the provider', async () => {
  const { config, db } = staff.money.platform.context;
  const body = { amount_cents: 150_000, reason: 'By a key' };
  const { id } = (await ada.ask('POST', '/organizations/free-one/credits', body, once())).body.approval;
  const command = await clientOn({ db } as never, { ...config, oidc: null } as never, ben.key);
  for (const call of ['approveRequest', 'refuseRequest'] as const)
    await expect(command.call(call, { params: { approval_id: id } })).rejects.toThrow(
      'Staff approve and refuse requests on /staff/approvals',
    );
  const { cookie } = await staff.signIn();
  expect((await staff.decide(cookie, id, 'refuse')).status).toBe(200);
});

it('staff reach every request that waits, page by page, and stay on the page where they decide', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 52; index += 1) {
    const body = { amount_cents: 150_000, reason: `Outage ${index}` };
    ids.push((await ada.ask('POST', '/organizations/free-one/credits', body, once())).body.approval.id);
  }
  const { cookie } = await staff.signIn();
  const idsOn = (text: string): string[] => [...text.matchAll(/<h2 id="(apr_\w+)"/g)].map(([, id]) => id ?? '');
  const first = await staff.ask(staffPage, cookie);
  expect(idsOn(first.body)).toEqual(ids.slice(2).toReversed());
  expect(first.body).not.toContain('Newest requests');
  const [, older = ''] = /<a href="([^"]+)">Older requests<\/a>/.exec(first.body) ?? [];
  const second = await staff.ask(older, cookie);
  expect(idsOn(second.body)).toEqual(ids.slice(0, 2).toReversed());
  expect(second.body).toMatch(/<title>Older requests - Approvals - /);
  expect(second.body).toContain(`<a href="${staffPage}">Newest requests</a>`);
  expect(second.body).not.toContain('Older requests</a>');
  const [, action = ''] = new RegExp(`action="${staffPage}/([^"]*${ids[0]}/refuse[^"]*)"`).exec(second.body) ?? [];
  const [id = '', decision = ''] = action.split('/');
  const refused = await staff.decide(cookie, id, decision);
  expect([refused.status, idsOn(refused.body)]).toEqual([200, [ids[1]]]);
  await staff.decide(cookie, ids[1] ?? '', 'refuse');
  expect((await staff.ask(older, cookie)).body).toContain('No older request is pending.');
});
