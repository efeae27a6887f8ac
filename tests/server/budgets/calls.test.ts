import { expect, it } from 'vitest';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const slug = 'pro-payg';
const path = `/platform/organizations/${slug}/billing/budgets`;
const budget = {
  name: 'Whole bill',
  scope: 'organization',
  basis: 'bill',
  amount_cents: 10_000_000,
  thresholds: [
    { percent: 1, on: 'actual' },
    { percent: 80, on: 'projected' },
  ],
  at_limit: 'stop',
};

onEachStore((platform) => {
  const send = (method: string, to: string, body?: object, as = 'owner', headers: Record<string, string> = {}) =>
    platform().ask(to, {
      as,
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('names the extension, and begins with no budget', async () => {
    expect((await send('GET', '/platform/profile')).body.capabilities).toContain('budgets');
    expect((await send('GET', path)).body).toEqual({ budgets: [] });
  });

  it('creates once under a key, replaces by version, keeps a history, and deletes', async () => {
    const key = { 'Idempotency-Key': 'budget-1' };
    const made = await send('POST', path, budget, 'owner', key);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...budget, version: 1, limit_reached: false });
    const again = await send('POST', path, budget, 'owner', key);
    expect([again.status, again.body.id]).toEqual([201, made.body.id]);
    expect((await send('POST', path, { ...budget, name: 'Other' }, 'owner', key)).status).toBe(422);
    const listed = (await send('GET', path)).body.budgets;
    expect(listed).toHaveLength(1);
    const upcoming = await send('GET', `/platform/organizations/${slug}/billing/invoices/upcoming`, undefined, 'owner', { Version: '2' });
    expect(listed[0].spent_cents).toBe(Math.round(upcoming.body.amount_total * 100));

    const budgetPath = `${path}/${made.body.id}`;
    const changed = await send('PUT', budgetPath, { ...budget, amount_cents: 100, version: 1 });
    expect(changed.body).toMatchObject({ version: 2, amount_cents: 100, limit_reached: true });
    const stale = await send('PUT', budgetPath, { ...budget, amount_cents: 1, version: 1 });
    expect([stale.status, stale.body.code, stale.body.versions.stored.version]).toEqual([409, 'version_stale', 2]);
    const { events } = (await send('GET', `${budgetPath}/history`)).body;
    expect(events.map(({ percent, on }: { percent: number; on: string }) => `${percent} ${on}`)).toEqual(['80 projected', '1 actual']);
    const audit = await send('GET', `/platform/organizations/${slug}/billing/audit`);
    expect(audit.body.entries.filter(({ what }: { what: string }) => what === 'budget')).toHaveLength(2);
    expect((await send('DELETE', budgetPath)).status).toBe(204);
    expect([(await send('DELETE', budgetPath)).status, (await send('GET', `${budgetPath}/history`)).status]).toEqual([404, 404]);
  });

  it('keeps the origin of a limit of "Stop charges now", whatever its later name', async () => {
    const stop = { ...budget, name: 'Stop charges now', basis: 'overage', amount_cents: 100, thresholds: [] };
    const made = await send('POST', path, { ...stop, origin: 'stop_charges' });
    expect([made.status, made.body.origin]).toEqual([201, 'stop_charges']);
    const renamed = await send('PUT', `${path}/${made.body.id}`, { ...stop, name: 'Freeze', version: 1 });
    expect([renamed.status, renamed.body.name, renamed.body.origin]).toEqual([200, 'Freeze', 'stop_charges']);
    const other = await send('POST', path, stop);
    expect([other.status, 'origin' in other.body]).toEqual([201, false]);
    expect((await send('PUT', `${path}/${other.body.id}`, { ...stop, origin: 'stop_charges', version: 1 })).status).toBe(400);
    for (const { id } of [made.body, other.body]) expect((await send('DELETE', `${path}/${id}`)).status).toBe(204);
  });

  it('refuses what has no scope, limits that it cannot keep, and who may not write', async () => {
    const unknown = await send('POST', path, { ...budget, scope: `project:${'a'.repeat(20)}` });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([422, 'body.scope']);
    const { projects } = (await send('GET', `/platform/organizations/${slug}/projects`)).body;
    const project = { ...budget, scope: `project:${projects[0].ref}` };
    const egress = { ...budget, scope: 'metric:EGRESS', basis: 'overage' };
    for (const [bad, field] of [
      [project, 'basis'],
      [{ ...project, basis: 'overage', window: 'day' }, 'window'],
      [{ ...egress, scope: 'metric:STORAGE_SIZE', window: 'day' }, 'window'],
      [{ ...egress, at_limit: 'alert', window: 'day' }, 'window'],
      [{ ...egress, scope: 'metric:NOTHING' }, 'scope'],
      [{ ...egress, scope: 'metric:IPV4' }, 'at_limit'],
    ] as const) {
      const refused = await send('POST', path, bad);
      expect([refused.status, refused.body.errors[0].path]).toEqual([422, `body.${field}`]);
    }
    const daily = await send('POST', path, { ...egress, window: 'day' });
    expect([daily.status, daily.body.window, daily.body.scope]).toEqual([201, 'day', 'metric:EGRESS']);
    expect((await send('DELETE', `${path}/${daily.body.id}`)).status).toBe(204);
    const twice = await send('POST', path, { ...budget, thresholds: [budget.thresholds[0], budget.thresholds[0]] });
    expect(twice.status).toBe(422);
    for (const bad of [
      { amount_cents: -1 },
      { amount_cents: 1.5 },
      { basis: 'x' },
      { thresholds: [{ percent: 0, on: 'actual' }] },
      { name: ' ' },
    ])
      expect((await send('POST', path, { ...budget, ...bad })).status).toBe(400);
    expect([(await send('POST', path, budget, 'developer')).status, (await send('GET', path, undefined, 'developer')).status]).toEqual([
      403, 200,
    ]);
  });

  it('reports to operators how long usage takes to stop at a limit, and a raised limit to lift', async () => {
    const { ask } = await operatorOf(platform());
    const waits = async (effect: string): Promise<number> => {
      const { body } = await platform().ask('/metrics');
      return Number(new RegExp(`^platform_effect_seconds_count\\{effect="${effect}"\\} (\\d+)$`, 'm').exec(body as string)?.[1]);
    };
    const [stops, lifts] = [await waits('usage_to_stop'), await waits('raise_to_lifted')];
    const terms = { ...budget, basis: 'overage', thresholds: [] };
    const { stop } = (await send('POST', `${path}/preview`, terms)).body;
    const made = await send('POST', path, { ...terms, amount_cents: stop.charged_cents + 100 });
    expect(made.body.limit_reached).toBe(false);
    const { projects } = (await send('GET', `/platform/organizations/${slug}/projects`)).body;
    const at = platform().context.clock.nowSeconds();
    const record = { id: 'to-the-limit', organization: slug, project_ref: projects[0].ref, metric: 'EGRESS', quantity: 1e12, at };
    expect((await ask('POST', '/usage', { records: [record] })).body).toMatchObject({ accepted: 1 });
    expect([await waits('usage_to_stop'), await waits('raise_to_lifted')]).toEqual([stops + 1, lifts]);
    const raised = await send('PUT', `${path}/${made.body.id}`, { ...terms, amount_cents: 100_000_000, version: 1 });
    expect([raised.body.limit_reached, await waits('usage_to_stop'), await waits('raise_to_lifted')]).toEqual([
      false,
      stops + 1,
      lifts + 1,
    ]);
    expect((await send('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
  });

  it('says beforehand what a budget would do', async () => {
    const { status, body } = await send('POST', `${path}/preview`, { ...budget, basis: 'overage', amount_cents: 0 });
    expect(status).toBe(200);
    expect(body.stop).toMatchObject({ is_active: true, allowance_cents: 0, stops_now: true });
    expect(body.stop.covers).toContain('Egress');
    expect(body.stop.cannot_cover).toEqual(expect.arrayContaining(['Compute', 'IPv4', 'Point-in-Time Recovery']));
    expect(body.stop.cannot_cover).not.toContain('Micro Compute');
    expect(body.replay.limit).toEqual(body.replay.spend_cap);
    expect(body.replay.cycles).toBeGreaterThan(0);
    const alerts = await send('POST', `${path}/preview`, { ...budget, at_limit: 'alert' });
    expect([alerts.body.stop, alerts.body.replay.limit]).toEqual([null, null]);
    expect((await send('GET', path)).body.budgets).toEqual([]);
  });
});

onEachStore((platform) => {
  const get = async (path: string) => (await platform().ask(`/platform/organizations/${slug}${path}`, { as: 'owner' })).body;
  const sum = (rows: readonly { amount_cents: number }[]): number => rows.reduce((total, { amount_cents: cents }) => total + cents, 0);

  it('costs the running cycle by day and by project, to the cent of the upcoming invoice', async () => {
    const { days, projects, usage_cents: usage, fixed_cents: fixed, invoices, forecast } = await get('/billing/spend');
    expect([sum(days), sum(projects)]).toEqual([usage, usage]);
    const { body } = await platform().ask(`/platform/organizations/${slug}/billing/invoices/upcoming`, {
      as: 'owner',
      headers: { Version: '2' },
    });
    expect(usage + fixed).toBe(Math.round(body.amount_total * 100));
    for (const { total_cents: total, groups } of invoices) expect(sum(groups)).toBe(total);
    expect(forecast.low_cents).toBeLessThanOrEqual(forecast.expected_cents);
    expect(forecast.expected_cents).toBeLessThanOrEqual(forecast.high_cents);
  });

  it('compares each invoice with the one before it, and the parts add up', async () => {
    const invoices = await get('/billing/invoices?limit=3');
    for (const { id } of invoices) {
      const compared = await get(`/billing/invoices/${id}/comparison`);
      const parts = Object.values(compared.parts as Record<string, number>).reduce((total, cents) => total + cents, 0);
      expect(parts).toBe(compared.difference_cents);
      if (compared.previous) expect(compared.total_cents - compared.previous.total_cents).toBe(compared.difference_cents);
    }
  });

  it('compares the upcoming invoice with the last one, with quantities, and names a price only where one changed', async () => {
    const [last] = await get('/billing/invoices?limit=1');
    const compared = await get('/billing/invoices/upcoming/comparison');
    const upcoming = await platform().ask(`/platform/organizations/${slug}/billing/invoices/upcoming`, {
      as: 'owner',
      headers: { Version: '2' },
    });
    expect(compared.previous.id).toBe(last.id);
    expect(compared.total_cents).toBe(Math.round(upcoming.body.amount_total * 100));
    expect(compared.difference_cents).toBe(compared.total_cents - compared.previous.total_cents);
    type Line = { metric: string | null; before_cents: number; after_cents: number; parts: { price: number }; causes: string[] };
    const lines: Line[] = compared.lines;
    expect(lines.reduce((total, { before_cents: before, after_cents: after }) => total + after - before, 0)).toBe(
      compared.difference_cents,
    );
    // All invoices of this organization have the same prices, so price changes cause no difference between two invoices.
    const metered = lines.filter(({ metric }) => metric !== null);
    expect(metered.filter(({ parts }) => parts.price !== 0)).toEqual([]);
    expect(metered.filter(({ causes }) => causes.includes('price'))).toEqual([]);
    const users = compared.lines.find(({ metric }: Line) => metric === 'MONTHLY_ACTIVE_USERS');
    const direction = users.after_quantity > users.before_quantity ? 'used_more' : 'used_less';
    expect(users.causes).toContain(direction);
  });
});
