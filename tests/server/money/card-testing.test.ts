import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#tests/support/platform.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const { good, declines, hasNoFunds, asksAlways } = testCard;
const base = (slug: string) => `/platform/organizations/${slug}`;

const repeated = (times: number, answer: readonly [number, string]) => Array.from({ length: times }, () => [...answer]);
const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => [status, body.code]);

onMoneyPlatformWith(
  {
    organizations: ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'free-six', 'payg', 'capped', 'branching', 'elsewhere'],
  },
  (money) => {
    let keys = 0;
    const tryCard = async (slug: string, number: string, as = 'owner', more: Record<string, unknown> = {}): Promise<Answer> => {
      const { send, card } = money();
      const body = { tier: 'tier_pro', payment_method: await card(number), ...more };
      return send('PUT', `${base(slug)}/billing/subscription`, body, { as, key: `k-try-${(keys += 1)}` });
    };
    const inTurn = async (count: number, work: () => Promise<Answer>): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (let turn = 0; turn < count; turn += 1) answers.push(await work());
      return answers;
    };
    const charges = () => money().sandbox.money().length;
    const forget = (limits: string) => money().db.execute(sql`delete from rate_limits where key like ${limits}`);

    beforeEach(() => forget('%'));

    it('asks for a captcha after five declines in an hour, and a fresh token lets the attempt go on', async () => {
      const { captcha, change, card, subscription } = money();
      expect(codesOf(await inTurn(5, () => tryCard('free-one', declines)))).toEqual(repeated(5, [402, 'card_declined']));
      const method = await card(good);
      const refused = await change('free-one', { tier: 'tier_pro', payment_method: method }, 'k-sixth');
      expect([refused.status, refused.body.code]).toEqual([429, 'captcha_required']);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await subscription('free-one'))['plan'].id).toBe('free');
      const token = captcha();
      const passed = await change('free-one', { tier: 'tier_pro', payment_method: method, hcaptcha_token: token }, 'k-sixth');
      expect(passed.status).toBe(200);
      // The previous attempt used up the token.
      const again = await tryCard('free-two', good, 'owner', { hcaptcha_token: token });
      expect([again.status, again.body.errors[0].path]).toEqual([422, 'body.hcaptcha_token']);
      expect(codesOf([await tryCard('free-two', good, 'owner', { hcaptcha_token: 'forged' })])).toEqual([[422, 'rule_violated']]);
    });

    it('counts cards that a browser gives a setup without asking the platform, and ends it where the next needs a captcha', async () => {
      const { send, captcha, confirm, card, settled, platform } = money();
      const started = await send('POST', `${base('free-six')}/payments/setup-intent`, { hcaptchaToken: captcha() });
      const secret: string = started.body.client_secret;
      const setup = async () => {
        const read = await platform.context.paymentContext.gateway.retrieveSetup(secret.split('_secret_')[0] ?? '');
        return read.ok && read.value.status;
      };
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await setup()).toBe('requires_payment_method');
        await confirm(secret, await card(declines));
        await settled();
        await send('GET', `${base('free-six')}/payments`);
      }
      expect(await setup()).toBe('canceled');
      expect(codesOf([await tryCard('free-six', good)])).toEqual([[429, 'captcha_required']]);
      const response = await tryCard('free-six', hasNoFunds, 'owner', { hcaptcha_token: captcha() });
      expect(response.body.decline_code).toBe('generic_decline');
    });

    it('tells the reason of two declines, and from the third on no more than that the card was declined', async () => {
      const answers = await inTurn(4, () => tryCard('free-two', hasNoFunds));
      expect(answers.map(({ body }) => body.decline_code)).toEqual([
        'insufficient_funds',
        'insufficient_funds',
        'generic_decline',
        'generic_decline',
      ]);
      expect(answers[3]?.body.message).toBe('Your card was declined. Please use a different card or contact your bank.');
      // This member has no declines yet, but the declines of the organization count.
      expect((await tryCard('free-two', testCard.hasNoFunds, 'admin')).body.decline_code).toBe('generic_decline');
    });

    it('asks for a captcha for ten declines in a day, however they are spread over its hours', async () => {
      for (let hour = 0; hour < 3; hour += 1) {
        const declined = await inTurn(hour === 2 ? 2 : 4, () => tryCard('free-three', declines));
        expect(codesOf(declined).every(([status]) => status === 402)).toBe(true);
        await forget('decline:hour%');
      }
      expect(codesOf([await tryCard('free-three', good)])).toEqual([[429, 'captcha_required']]);
    });

    it('stops a member after twenty declines in a day, with a captcha too, and no colleague', async () => {
      const { captcha, topUp, card, send } = money();
      const answers = await inTurn(20, () => tryCard('free-four', declines, 'owner', { hcaptcha_token: captcha() }));
      expect(codesOf(answers)).toEqual(repeated(20, [402, 'card_declined']));
      const before = charges();
      const stopped = await tryCard('free-four', good, 'owner', { hcaptcha_token: captcha() });
      expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many_declines']);
      expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(3600);
      // The limit applies in every organization and in every call that can test a card.
      const elsewhere = [
        await tryCard('free-five', good, 'owner', { hcaptcha_token: captcha() }),
        await topUp('payg', { payment_method_id: await card(good) }, 'k-stopped'),
        await send('POST', `${base('payg')}/payments/setup-intent`, { hcaptchaToken: captcha() }),
      ];
      expect(codesOf(elsewhere)).toEqual(repeated(3, [429, 'too_many_declines']));
      expect(charges()).toBe(before);
      // After some declines in the organization, every member needs a captcha.
      expect(codesOf([await tryCard('free-four', good, 'admin')])).toEqual([[429, 'captcha_required']]);
      expect((await tryCard('free-four', good, 'admin', { hcaptcha_token: captcha() })).status).toBe(200);
    });

    it('stops an organization whose members share the declines', async () => {
      const { captcha } = money();
      for (const as of ['owner', 'admin']) await inTurn(10, () => tryCard('free-five', declines, as, { hcaptcha_token: captcha() }));
      expect(codesOf([await tryCard('free-five', good, 'billing', { hcaptcha_token: captcha() })])).toEqual([[429, 'too_many_declines']]);
    });

    it('counts cards that are kept without a charge, of many at once too', async () => {
      const { db } = money();
      const keep = (tier: string) => tryCard('capped', good, 'owner', { tier });
      const attached = async () => {
        const organization = sql`(select id from organizations where slug = 'capped')`;
        const { rows } = (await db.execute(sql`select id from payment_methods where organization_id = ${organization}`)) as any;
        return rows.length as number;
      };
      await Promise.all(Array.from({ length: 12 }, () => keep('tier_payg')));
      expect(await attached()).toBeLessThanOrEqual(5);
      const answers: Answer[] = [];
      for (let turn = 0; turn < 6; turn += 1) answers.push(await keep(turn % 2 === 0 ? 'tier_pro' : 'tier_payg'));
      expect(codesOf(answers.slice(-1))).toEqual([[429, 'captcha_required']]);
      expect(await attached()).toBeLessThanOrEqual(5);
    });

    it('counts the declines of a payment that is open for other cards, and ends it where the next needs a captcha', async () => {
      const { change, card, challenge, confirm, settled, subscription } = money();
      const pending = await change('free-six', { tier: 'tier_pro', payment_method: await card(asksAlways) }, 'k-open');
      const secret = pending.body.pending_payment_intent_secret as string;
      await challenge(secret, 'fail');
      await settled();
      // The browser confirms directly at the gateway, so the platform receives declines only as events.
      for (let turn = 0; turn < 6; turn += 1) {
        await confirm(secret, await card(declines)).catch(() => undefined);
        await settled();
      }
      expect((await subscription('free-six'))['pending_payment_intent_secret']).toBeNull();
      const intent = await money().platform.context.paymentContext.gateway.retrievePayment(secret.split('_secret_')[0] ?? '');
      expect(intent).toMatchObject({ ok: true, value: { status: 'canceled' } });
      expect(codesOf([await tryCard('free-six', good)])).toEqual([[429, 'captcha_required']]);
    });

    describe('what counts for nothing', () => {
      it('charges of renewals, without a member', async () => {
        const { send, captcha, confirm, card, pass, subscription, platform, db } = money();
        const { body } = await send('POST', `${base('branching')}/payments/setup-intent`, { hcaptchaToken: captcha() });
        await confirm(body.client_secret, await card(testCard.attachesThenDeclines));
        const [{ id }] = (await send('GET', `${base('branching')}/payments`)).body.data;
        await send('PUT', `${base('branching')}/payments/default`, { payment_method_id: id });
        const end = (await subscription('branching'))['current_period_end'];
        await pass(end - platform.context.clock.nowSeconds() + 2 * 86_400);
        const { rows } = (await db.execute(
          sql`select count(*)::int as failed from payments where off_session and state = 'failed'`,
        )) as any;
        expect(rows[0].failed).toBeGreaterThan(0);
        const counters = (await db.execute(sql`select key from rate_limits where key like 'decline:%'`)) as any;
        expect(counters.rows).toEqual([]);
      });

      it('a change that charges and brings no card', async () => {
        const { change } = money();
        await inTurn(5, () => tryCard('free-two', declines));
        expect((await change('payg', { tier: 'tier_pro' }, 'k-no-card')).status).toBe(200);
      });
    });

    it('settles everything it has charged', async () => {
      expect(await money().faults()).toEqual([]);
    });
  },
);
