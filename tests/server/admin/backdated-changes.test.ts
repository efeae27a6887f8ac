import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { operatorOf } from '#tests/support/operator.ts';

const hour = 3600;
const day = 86_400;

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['payg'], environment: { APPROVAL_ABOVE_CENTS: '100000' } }, (money) => {
  it('a key without money gives back no more than the limit by changes of running resources back in time', async () => {
    const { platform, pass } = money();
    const { ask } = await operatorOf(platform, ['organizations', 'read']);
    expect((await ask('PUT', '/organizations/backdated', { name: 'Backdated', plan: 'pro', spend_cap: false })).status).toBe(201);
    const put = (letter: string, body: object) =>
      ask('PUT', `/organizations/backdated/projects/${letter.repeat(20)}`, { name: letter, ...body });
    for (const letter of ['a', 'b', 'c']) expect((await put(letter, { compute_size: '16xlarge' })).status).toBe(201);
    await pass(5 * day);
    const now = platform.context.clock.nowSeconds();
    const at = now - 4 * day;
    // Each change replaces 96 hours at $5.12 with 96 hours of the small size and lowers the bill by $490. One person may lower it by
    // $1,000.
    for (const letter of ['a', 'b']) expect((await put(letter, { compute_size: 'micro', at })).status).toBe(200);
    const refused = await put('c', { compute_size: 'micro', at });
    expect([refused.status, refused.body.errors]).toEqual([
      403,
      [
        {
          path: 'body.at',
          message: expect.stringMatching(/^lowers the bill of the open cycle by up to \$49\d\.\d\d, more than one person/),
        },
      ],
    ]);
    const removal = await ask('DELETE', `/organizations/backdated/projects/${'c'.repeat(20)}?at=${at}`);
    expect([removal.status, removal.body.errors[0].path]).toEqual([403, 'query.at']);
    expect((await ask('GET', `/organizations/backdated/projects/${'c'.repeat(20)}`)).body).toMatchObject({ compute_size: '16xlarge' });
    expect((await ask('GET', '/audit?outcome=refused')).body.entries.map(({ act }: { act: string }) => act)).toEqual([
      'deleteProject',
      'putProject',
    ]);
    // Two kinds of changes need no approval: changes that raise the bill, and changes that are reported soon after they happened.
    expect((await put('a', { compute_size: '4xlarge', at: now - 3 * day })).status).toBe(200);
    expect((await put('c', { compute_size: 'micro', at: now - hour / 2 })).status).toBe(200);
    await pass(25 * hour);
    expect((await put('a', { compute_size: 'micro', at: platform.context.clock.nowSeconds() - 2 * day })).status).toBe(200);
  });
});
