import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;
const reads = (Object.keys(callTable) as CallName[]).filter((name) => {
  const { method, acts, access }: CallDeclaration = callTable[name];
  return method === 'GET' && acts !== true && access !== 'service';
});

onMoneyPlatform((money) => {
  /** Counts only GET calls, because the outbox may send writes at the same time. */
  const gatewayCalls = async (work: () => Promise<unknown>): Promise<number> => {
    const { logged } = money().platform;
    const count = () => logged.filter(({ event, method }) => event === 'gateway_call' && method === 'GET').length;
    const before = count();
    await work();
    return count() - before;
  };
  beforeEach(() => money().db.execute(sql`delete from rate_limits`));

  it('looks at the gateway twice at most for one read, whatever is under way', async () => {
    const { send, captcha, change, card, platform } = money();
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await send('POST', `${base('free-one')}/payments/setup-intent`, { hcaptchaToken: captcha() })).status).toBe(201);
    }
    const waiting = await change('free-one', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    expect(waiting.body.pending_payment_intent_secret).toMatch(/_secret_/);
    for (const name of reads) {
      const { path, version }: CallDeclaration = callTable[name];
      const filled = path
        .replace('{slug}', 'free-one')
        .replace('{invoice_id}', 'in_unknown00000')
        .replace('{line_id}', 'plan')
        .replace('{ref}', 'a'.repeat(20))
        .replace('{installation_id}', 'icfg_x');
      for (const as of ['owner', 'developer']) {
        const looks = await gatewayCalls(() => platform.ask(filled, { as, headers: version ? { Version: version } : {} }));
        expect([name, as, looks <= 2]).toEqual([name, as, true]);
      }
    }
  });

  it('finds a card that was just added with the next read', async () => {
    const { send, captcha, confirm, card } = money();
    const { body } = await send('POST', `${base('payg')}/payments/setup-intent`, { hcaptchaToken: captcha() });
    await confirm(body.client_secret, await card(testCard.good));
    expect((await send('GET', `${base('payg')}/payments`)).body.data).toHaveLength(1);
  });

  it('settles a payment that was paid unseen with one read, of two looks', async () => {
    const { change, card, challenge, subscription } = money();
    const { body } = await change('free-two', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    await challenge(body.pending_payment_intent_secret, 'complete');
    let plan = '';
    const looks = await gatewayCalls(async () => {
      plan = (await subscription('free-two'))['plan'].id;
    });
    expect([plan, looks <= 2]).toEqual(['pro', true]);
  });

  it('answers reads from what is stored once a member has made it look sixty times in a minute', async () => {
    const { send, captcha } = money();
    await send('POST', `${base('rich')}/payments/setup-intent`, { hcaptchaToken: captcha() });
    const read = () => send('GET', `${base('rich')}/payments`);
    const looks = await gatewayCalls(async () => {
      for (let turn = 0; turn < 70; turn += 1) expect((await read()).status).toBe(200);
    });
    expect(looks).toBeLessThanOrEqual(60);
  });

  it('looks up thirty unknown cards in a minute for a member, in whatever organization, and then asks to wait', async () => {
    const { send, card } = money();
    const guess = (slug: string, index: number) => send('PUT', `${base(slug)}/payments/default`, { payment_method_id: `pm_guess${index}` });
    const answers: number[] = [];
    const looks = await gatewayCalls(async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        const { status, headers } = await guess(turn % 2 ? 'payg' : 'rich', turn);
        answers.push(status);
        if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      }
    });
    expect(answers).toEqual([...Array(30).fill(422), ...Array(10).fill(429)]);
    expect(looks).toBe(30);
    const spared = await send('PUT', `${base('payg')}/payments/default`, { payment_method_id: 'pm_guess1' }, { as: 'admin' });
    expect(spared.status).toBe(422);
    // Resets the limit, then sends more than 30 requests with a usable card. These requests must not count toward the limit.
    await money().db.execute(sql`delete from rate_limits`);
    for (let turn = 0; turn < 32; turn += 1) {
      const body = { tier: 'tier_pro', payment_method: await card(testCard.good), quote_id: 'quote_none' };
      expect((await send('PUT', `${base('free-three')}/billing/subscription`, body)).status).not.toBe(429);
    }
  });
});
