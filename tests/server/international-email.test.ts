import { expect, it } from 'vitest';
import { memberOfLogin } from '#server/store/logins.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const typed = 'ap@m\u00FCller.example';
const encodedEmail = 'ap@xn--mller-kva.example';

onEachStore((platform) => {
  it('keeps an international address as typed, knows its mailbox in every spelling, and says what email cannot reach', async () => {
    const { ask } = await operatorOf(platform());
    const terms = { name: 'M\u00FCller', billing_email: typed, plan: 'free' };
    const made = await ask('PUT', '/organizations/mueller', terms);
    expect([made.status, made.body.billing_email]).toEqual([201, typed]);
    const members = '/organizations/mueller/members';
    const first = await ask('PUT', `${members}/${encodeURIComponent(typed)}`, { username: 'mila', role: 'owner' });
    expect([first.status, first.body.email]).toEqual([201, typed]);
    expect((await ask('PUT', `${members}/${encodedEmail}`, { role: 'admin' })).status).toBe(200);
    expect((await ask('GET', `${members}/AP@XN--MLLER-KVA.example`)).body).toMatchObject({ username: 'mila', role: 'admin' });
    const login = { issuer: 'https://login.example', subject: 'u-mila' };
    expect(await memberOfLogin(platform().context.db, login, encodedEmail, new Date())).not.toBeNull();

    const patch = (body: object) =>
      platform().ask('/platform/organizations/mueller', {
        as: 'mila',
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await patch({ additional_billing_emails: ['b@x.org', typed, encodedEmail, 'B@x.org'] })).status).toBe(200);
    const { body } = await platform().ask('/platform/organizations/mueller/customer', { as: 'mila', headers: { Version: '2' } });
    expect(body).toMatchObject({ email: typed, additional_emails: ['b@x.org', typed] });
    const refused = await patch({ billing_email: 'm\u00FCller@x.org' });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'body.billing_email', message: "Our email can't reach this address yet" })],
    ]);
  });
});
