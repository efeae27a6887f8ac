import { expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { isAllowed } from '#lib/permissions.ts';
import { onEachStore, type Answer, type TestPlatform } from '#tests/support/platform.ts';

const members = ['owner', 'admin', 'billing', 'developer', 'org-editor', 'viewer', 'outsider'] as const;

/** Members with each permission. Written by hand, independently of the code that decides the permissions. */
const policy: Readonly<Record<'billing:Read' | 'billing:Write' | 'write:Update', readonly string[]>> = {
  'billing:Read': ['owner', 'admin', 'billing', 'developer', 'org-editor'],
  'billing:Write': ['owner', 'admin', 'billing'],
  'write:Update': ['owner', 'admin', 'org-editor'],
};

const names = Object.keys(callTable) as CallName[];
const ofMembers = names.filter((name) => (callTable[name] as CallDeclaration).access !== 'service');
const ofOrganizations = ofMembers.filter((name) => callTable[name].path.includes('{slug}'));

const unknownBudget = `bud_${'a'.repeat(24)}`;

async function objectsOf({ ask }: TestPlatform, slug: string, member: string): Promise<Record<string, string>> {
  const base = `/platform/organizations/${slug}`;
  const [invoice] = (await ask(`${base}/billing/invoices?limit=1`, { as: member })).body;
  const [project] = (await ask(`${base}/projects?limit=1`, { as: member })).body.projects;
  return {
    slug,
    invoice_id: invoice?.id ?? 'in_unknown000',
    ref: project.ref,
    installation_id: 'icfg_7f3kQz',
    line_id: 'plan',
    budget_id: unknownBudget,
    credit_note_id: `cn_${'a'.repeat(24)}`,
    token_id: `tok_${'a'.repeat(24)}`,
    proposal_id: `prop_${'a'.repeat(24)}`,
  };
}

function request(name: CallName, values: Readonly<Record<string, string>>) {
  const { method, path, version }: CallDeclaration = callTable[name];
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter];
    if (value === undefined) throw new Error(`${name}: there is no value for ${parameter}`);
    return value;
  });
  return { path: filled, options: { method, headers: version ? { Version: version } : {} } };
}

const withoutId = ({ body }: Answer) => ({ ...body, request_id: null });

/** An admitted caller may still get an error about the request. */
const outcome = (status: number): string => (status === 401 || status === 403 ? String(status) : 'admitted');

const expectedOutcome = (name: CallName, member: string): string => {
  const { access, alsoNeeds }: CallDeclaration = callTable[name];
  const needed = [access, alsoNeeds].filter((permission) => typeof permission === 'object');
  return needed.every(({ action }) => policy[action].includes(member)) ? 'admitted' : '403';
};

onEachStore((platform) => {
  it.each(members.filter((member) => member !== 'outsider'))(
    'answers every call of an organization as the policy says to %s',
    async (member) => {
      const { ask } = platform();
      const values = await objectsOf(platform(), 'pro-payg', 'owner');
      const answers = await Promise.all(
        ofOrganizations.map(async (name) => {
          const { path, options } = request(name, values);
          return [name, outcome((await ask(path, { as: member, ...options })).status)] as const;
        }),
      );
      expect(answers).toEqual(ofOrganizations.map((name) => [name, expectedOutcome(name, member)]));
    },
  );

  it('keeps the calls of programs from every member', async () => {
    const { ask } = platform();
    const values = await objectsOf(platform(), 'pro-payg', 'owner');
    for (const name of names.filter((candidate) => !ofMembers.includes(candidate))) {
      const { path, options } = request(name, values);
      for (const member of members)
        expect([name, member, (await ask(path, { as: member, ...options })).status]).toEqual([name, member, 403]);
    }
  });

  it('answers nobody but the signed-in, on every call', async () => {
    const { ask } = platform();
    const values = await objectsOf(platform(), 'pro-payg', 'owner');
    for (const name of names) {
      const { path, options } = request(name, values);
      expect([name, (await ask(path, options)).status]).toEqual([name, 401]);
      const forged = await ask(path, { ...options, headers: { ...options.headers, Authorization: 'Bearer forged-token' } });
      expect([name, forged.status]).toEqual([name, 401]);
    }
  });

  it('tells a foreign organization and an unknown one in the same words', async () => {
    const { ask } = platform();
    const values = await objectsOf(platform(), 'pro-payg', 'owner');
    for (const name of ofOrganizations) {
      const answers = await Promise.all(
        ['pro-payg', 'no-such-organization'].map((slug) => {
          const { path, options } = request(name, { ...values, slug });
          return ask(path, { as: 'outsider', ...options });
        }),
      );
      expect(answers[0]?.status).toBe(404);
      expect(withoutId(answers[0] as Answer)).toEqual(withoutId(answers[1] as Answer));
    }
  });

  it("keeps objects of another organization unknown under one's own slug", async () => {
    const { ask } = platform();
    const foreign = await objectsOf(platform(), 'pro-payg', 'owner');
    const path = `/platform/organizations/elsewhere/billing/invoices/${foreign.invoice_id}`;
    const unknown = '/platform/organizations/elsewhere/billing/invoices/in_unknown00000';
    const [found, missing] = await Promise.all([ask(path, { as: 'outsider' }), ask(unknown, { as: 'outsider' })]);
    expect(found.status).toBe(404);
    expect(withoutId(found)).toEqual(withoutId(missing));
    expect((await ask(`/platform/projects/${foreign.ref}`, { as: 'outsider' })).status).toBe(404);
  });

  it('sends grants that say the same as the platform does', async () => {
    const { ask } = platform();
    for (const member of members) {
      const { body } = await ask('/platform/profile/permissions', { as: member });
      const slug = member === 'outsider' ? 'elsewhere' : 'pro-payg';
      const may = (action: keyof typeof policy, resource: 'stripe.subscriptions' | 'organizations') =>
        isAllowed(body, slug, { action, resource });
      const expected = (action: keyof typeof policy) => member === 'outsider' || policy[action].includes(member);
      expect([member, may('billing:Read', 'stripe.subscriptions')]).toEqual([member, expected('billing:Read')]);
      expect([member, may('billing:Write', 'stripe.subscriptions')]).toEqual([member, expected('billing:Write')]);
      expect([member, may('write:Update', 'organizations')]).toEqual([member, expected('write:Update')]);
      expect(isAllowed(body, 'no-such-organization', { action: 'billing:Read', resource: 'stripe.subscriptions' })).toBe(false);
    }
  });

  it('says in the words of the page what is missing, and logs denied access with the permission', async () => {
    const { ask, logged } = platform();
    const { body } = await ask('/platform/organizations/pro-payg/billing/subscription', { as: 'viewer' });
    expect(body.message).toBe("You need additional permissions to view this organization's subscription");
    expect(logged).toContainEqual(
      expect.objectContaining({
        event: 'access_denied',
        call: 'getSubscription',
        requestId: body.request_id,
        resource: 'stripe.subscriptions',
      }),
    );
  });

  it('acts on a change of rights with the very next request', async () => {
    const { ask, context } = platform();
    const path = '/platform/organizations/team-eu/billing/subscription';
    const status = async () => (await ask(path, { as: 'admin' })).status;
    const membership =
      "member_id = (select id from members where handle = 'admin') and organization_id = (select id from organizations where slug = 'team-eu')";
    for (let round = 0; round < 20; round += 1) {
      expect(await status()).toBe(200);
      await context.db.execute(`update memberships set role = 'viewer' where ${membership}`);
      expect(await status()).toBe(403);
      await context.db.execute(`update memberships set role = 'admin' where ${membership}`);
    }
    await context.db.execute(`delete from memberships where ${membership}`);
    expect(await status()).toBe(404);
  });
});
