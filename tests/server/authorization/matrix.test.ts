import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import { tokenAccess, type TokenAccess } from '#contract/token-access.ts';
import { memberRoles } from '#server/domain/access.ts';
import { callHandlers } from '#server/routes/handlers.ts';
import { rowsOf } from '#server/database/database.ts';
import { report } from '#tests/support/counts.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { cells, places, type Cell } from './cells.ts';
import { policy } from './policy.ts';
import { openMatrix, type Matrix } from './matrix.ts';

let platform: TestPlatform;
let matrix: Matrix;

beforeAll(async () => {
  platform = await startPlatform('pglite', { VALIDATE_RESPONSES: '0', LOG_LEVEL: 'error' }, { automatic: false });
  matrix = await openMatrix(platform);
});
afterAll(() => platform?.stop());

const isDenied = ({ expected }: Cell): boolean => expected !== 'admitted';
/** True if a business rule refuses an authorized caller. Such a call uses up its captcha token. */
const isByRule = ({ call, expected }: Cell): boolean => expected === '422' || String(policy[call].managed) === expected;
const cellsOf = (call: Cell['call']): Cell[] => cells.filter((cell) => cell.call === call && cell.place === 'demo' && isDenied(cell));

it('has at least 2,000 cells', () => {
  expect(cells.length).toBeGreaterThanOrEqual(2000);
});

it('denies everything that the policy denies, and what is denied changes nothing', async () => {
  const before = await matrix.stored();
  expect(await matrix.check(cells.filter((cell) => isDenied(cell) && !isByRule(cell)))).toEqual([]);
  expect(await matrix.stored()).toBe(before);
  expect(await matrix.check(cells.filter(isByRule))).toEqual([]);
}, 120_000);

it('admits everything that the policy admits', async () => {
  expect(await matrix.check(cells.filter((cell) => !isDenied(cell)))).toEqual([]);
  report({
    part: 'authorization',
    seed: 1,
    count: cells.length,
    violations: 0,
    counted: { denied: cells.filter(isDenied).length, admitted: cells.filter((cell) => !isDenied(cell)).length },
  });
}, 120_000);

it('acts on every change of role with the next request', async () => {
  const { context, ask } = platform;
  const membership = `member_id = (select id from members where handle = 'developer') and organization_id = (select id from organizations where slug = 'free-one-card')`;
  const base = '/platform/organizations/free-one-card';
  const headers = { 'Content-Type': 'application/json' };
  const rights = async (): Promise<boolean[]> => {
    const answers = await Promise.all([
      ask(`${base}/billing/subscription`, { as: 'developer' }),
      ask(`${base}/payments/default`, { as: 'developer', method: 'PUT', headers, body: '{}' }),
      ask(base, { as: 'developer', method: 'PATCH', headers, body: '{"x":1}' }),
    ]);
    return answers.map(({ status }) => status !== 403);
  };
  const expected = {
    owner: [1, 1, 1],
    admin: [1, 1, 1],
    billing: [1, 1, 0],
    developer: [1, 0, 0],
    'org-editor': [1, 0, 1],
    viewer: [0, 0, 0],
  };
  for (const from of memberRoles) {
    for (const to of memberRoles) {
      for (const role of [from, to]) await context.db.execute(`update memberships set role = '${role}' where ${membership}`);
      expect([from, to, ...(await rights())]).toEqual([from, to, ...expected[to].map(Boolean)]);
    }
  }
});

describe('finds', () => {
  type Mutable = { access: unknown };

  it('a call that asks for too little', async () => {
    const declaration = callTable.setDefaultPaymentMethod as unknown as Mutable;
    const { access } = declaration;
    declaration.access = { action: 'billing:Read', resource: 'stripe.payment_methods' };
    const faults = await matrix.check(cellsOf('setDefaultPaymentMethod')).finally(() => (declaration.access = access));
    expect(faults).toContainEqual(expect.stringMatching(/^setDefaultPaymentMethod by developer in .* was .*, not 403/));
    expect(faults.join('\n')).not.toMatch(/by (viewer|outsider|nobody|program) in/);
  });

  it('a call that any member of the organization may make', async () => {
    const declaration = callTable.getCustomer as unknown as Mutable;
    const { access } = declaration;
    declaration.access = 'member';
    const faults = await matrix.check(cellsOf('getCustomer')).finally(() => (declaration.access = access));
    expect(faults).toHaveLength(1);
    expect(faults.every((fault) => fault.startsWith('getCustomer by viewer in'))).toBe(true);
  });

  it('a call that tokens must not make, and one that a token of a project makes about another', async () => {
    const access = tokenAccess as Partial<Record<CallName, TokenAccess>>;
    access.getCustomer = { scope: 'billing:read' };
    const opened = await matrix.check(cellsOf('getCustomer')).finally(() => delete access.getCustomer);
    expect(opened).toEqual([expect.stringMatching(/^getCustomer by reading token in .* was admitted, not 403/)]);

    const { getUsage } = tokenAccess;
    access.getUsage = { scope: 'billing:read', project: 'records' };
    const foreign = await matrix.check(cellsOf('getUsage')).finally(() => (access.getUsage = getUsage));
    expect(foreign).toContainEqual(expect.stringMatching(/^getUsage by project token in .* with foreign object was 404, not 403/));
  });

  it('a token that works under the slug of another organization', async () => {
    const rename = (from: string, to: string) =>
      platform.context.db.execute(`update organizations set slug = '${to}' where slug = '${from}'`);
    const cell = cells.find(({ call, asker, place }) => call === 'listPlans' && asker === 'reading token' && place === 'unknown');
    if (!cell) throw new Error('There is no such cell');
    await rename(places.demo, places.unknown);
    const faults = await matrix.check([cell]);
    await rename(places.unknown, places.demo);
    expect(faults).toEqual([expect.stringMatching(/ was admitted, not 404/)]);
  });

  it('an object that is looked up without its organization', async () => {
    const { db } = platform.context;
    const open = callHandlers as { getInvoice: typeof callHandlers.getInvoice };
    const { getInvoice } = open;
    open.getInvoice = async (input, scope) => {
      const found = await db.execute(`select organization_id as id from invoices where id = '${input.params.invoice_id}'`);
      const [row] = rowsOf<{ id: number }>(found);
      return getInvoice(input, { ...scope, organization: { ...scope.organization, id: row?.id ?? 0 } });
    };
    const faults = await matrix.check(cellsOf('getInvoice')).finally(() => (open.getInvoice = getInvoice));
    expect(faults.some((fault) => fault.includes('with foreign object was admitted, not 404'))).toBe(true);
  });
});
