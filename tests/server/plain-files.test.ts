import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

describe('with a contact, and without the API reference', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform('pglite', { SECURITY_CONTACT: 'security@example.com', API_REFERENCE: '0' }, { automatic: false });
  });
  afterAll(() => platform?.stop());

  it('keeps search engines out', async () => {
    const { status, headers, body } = await platform.ask('/robots.txt');
    expect([status, headers.get('Content-Type'), body]).toEqual([200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n']);
  });

  it('says whom to tell of a flaw, for less than a year', async () => {
    const { status, headers, body } = await platform.ask('/.well-known/security.txt');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      (body as string)
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/s)),
    );
    expect(fields).toMatchObject({ Contact: 'mailto:security@example.com', 'Preferred-Languages': 'en' });
    expect(new URL(fields['Canonical']).pathname).toBe('/.well-known/security.txt');
    const days = (Date.parse(fields['Expires']) - platform.context.clock.nowMs()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  it('answers 404 below /docs, and still gives programs the documents', async () => {
    for (const path of ['/docs', '/docs/events', '/docs/assets/reference.js'])
      expect([path, (await platform.ask(path)).status]).toEqual([path, 404]);
    for (const path of ['/platform/openapi.json', '/admin/v1/openapi.json'])
      expect([path, (await platform.ask(path)).status]).toEqual([path, 200]);
  });
});

it('names nobody where no contact is set, and shows the reference', async () => {
  const platform = await startPlatform('pglite', {}, { automatic: false });
  expect((await platform.ask('/.well-known/security.txt')).status).toBe(404);
  expect((await platform.ask('/docs/events')).status).toBe(200);
  await platform.stop();
});
