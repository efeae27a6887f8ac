import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

describe('lists and searches', () => {
  it('page in both directions', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.unshift((await sandbox.stripe.customers.create({ email: 'paged@example.com' })).id);
    const list = (params: object) => sandbox.stripe.customers.list({ email: 'paged@example.com', ...params });
    const first = await list({ limit: 3 });
    expect([first.data.map((customer) => customer.id), first.has_more]).toEqual([made.slice(0, 3), true]);
    const last = await list({ limit: 5, starting_after: made[2] });
    expect([last.data.map((customer) => customer.id), last.has_more]).toEqual([made.slice(3), false]);
    const back = await list({ limit: 2, ending_before: made[3] });
    expect([back.data.map((customer) => customer.id), back.has_more]).toEqual([made.slice(1, 3), true]);
    const all: string[] = [];
    for await (const customer of list({ limit: 2 })) all.push(customer.id);
    expect(all).toEqual(made);
    await expect(list({ starting_after: made[0], ending_before: made[1] })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('sort by time, and filter by it', async () => {
    const early = await sandbox.stripe.customers.create({ email: 'timed@example.com' });
    await sandbox.advance(60_000);
    const late = await sandbox.stripe.customers.create({ email: 'timed@example.com' });
    const after = await sandbox.stripe.customers.list({ email: 'timed@example.com', created: { gt: early.created } });
    expect(after.data.map((customer) => customer.id)).toEqual([late.id]);
  });

  it('search by metadata, status and amount, with AND, OR and NOT', async () => {
    const make = (amount: number, color: string) =>
      sandbox.stripe.paymentIntents.create({ amount, currency: 'usd', metadata: { color, set: 'search' } });
    const [red, blue] = [await make(1000, 'red'), await make(2000, 'blue')];
    const found = async (query: string) => (await sandbox.stripe.paymentIntents.search({ query })).data.map((intent) => intent.id);
    expect(await found(`metadata['set']:'search' AND metadata["color"]:"red"`)).toEqual([red.id]);
    expect(await found(`metadata['set']:'search' amount>1000`)).toEqual([blue.id]);
    expect(await found(`metadata['color']:'red' OR metadata['color']:'blue'`)).toEqual([blue.id, red.id]);
    expect(await found(`metadata['set']:'search' AND -metadata['color']:'red'`)).toEqual([blue.id]);
    expect(await found(`metadata['set']:'search' AND status:'succeeded'`)).toEqual([]);
    expect(await found(`metadata['set']:'search' AND metadata['missing']:null`)).toEqual([blue.id, red.id]);
    await expect(found(`metadata['a']:'1' AND amount>1 OR amount<5`)).rejects.toMatchObject({ statusCode: 400 });
    const page = await sandbox.stripe.paymentIntents.search({ query: `metadata['set']:'search'`, limit: 1 });
    expect(page.has_more).toBe(true);
    const next = await sandbox.stripe.paymentIntents.search({ query: `metadata['set']:'search'`, limit: 1, page: page.next_page ?? '' });
    expect([page.data[0]?.id, next.data[0]?.id, next.has_more]).toEqual([blue.id, red.id, false]);
  });
});
