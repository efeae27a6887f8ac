import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, inject, it } from 'vitest';
import { settingsSchema } from '#server/settings/settings-schema.ts';
import { startPlatform } from '#tests/support/platform.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

const secrets: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: 'sk_test_REDACT1',
  STRIPE_WEBHOOK_SECRET: 'whsec_REDACT2',
  STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_REDACT3',
  HCAPTCHA_SECRET: 'ES_REDACT4',
  OIDC_CLIENT_SECRET: 'REDACT5-of-the-provider',
  SERVICE_TOKEN: 'REDACT6-of-the-service',
  SERVICE_TOKEN_PREVIOUS: 'REDACT7-of-the-service',
  METRICS_TOKEN: 'REDACT8-of-the-figures',
  METRICS_TOKEN_PREVIOUS: 'REDACT9-of-the-figures',
  SECRETS_KEY: `${'REDACT15'.padEnd(43, 'A')}=`,
  SECRETS_KEY_PREVIOUS: `${'REDACT16'.padEnd(43, 'A')}=`,
};

it('the list has every secret among the settings', () => {
  const names = Object.keys(settingsSchema.shape).filter((name) => /(SECRET|TOKEN|SECRETS?_KEY)(_PREVIOUS)?$/.test(name));
  expect(Object.keys(secrets).toSorted()).toEqual(names.toSorted());
});

it.skipIf(inject('postgresUrl') === null)('no log line and no figure of a platform has a secret, whatever fails', async () => {
  // One server acts as gateway, SMTP server and collector. It closes each connection at once, so every call fails and is logged.
  const closing = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
  const { port } = closing.address() as AddressInfo;
  const database = new URL(await createDatabase(inject('postgresUrl') ?? ''));
  database.password = 'REDACT10-of-the-database';
  const platform = await startPlatform(
    'postgres',
    {
      ...productionSettings,
      ...secrets,
      LOG_LEVEL: 'debug',
      DATABASE_URL: database.href,
      STRIPE_ADDRESS: `http://127.0.0.1:${port}`,
      HCAPTCHA_ADDRESS: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://user:REDACT11-of-the-mails@127.0.0.1:${port}`,
      MAIL_FROM: 'billing@example.com',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    },
    { seeds: [], automatic: false },
  );
  const bearer = (token = '') => ({ Authorization: `Bearer ${token}` });
  const usage = { method: 'POST', body: '{"records":[]}' };
  const responses = [
    await platform.ask('/metrics', { headers: bearer(secrets['METRICS_TOKEN']) }),
    await platform.ask('/metrics', { headers: bearer(secrets['SERVICE_TOKEN']) }),
    await platform.ask('/platform/organizations/none/usage/records', {
      ...usage,
      headers: { ...bearer(secrets['SERVICE_TOKEN']), 'Content-Type': 'application/json' },
    }),
    await platform.ask('/webhooks/gateway', { method: 'POST', body: '{}', headers: { 'Stripe-Signature': 't=1,v1=REDACT12' } }),
    await platform.ask('/admin/v1/keys', { headers: bearer('bk_REDACT13aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') }),
    await platform.ask('/platform/profile', { headers: { Cookie: '__Host-session=REDACT14' } }),
    await platform.ask('/auth/oidc?next=/', {}),
  ];
  await platform.context.payments.worker.reconcile(0);
  await platform.context.db
    .execute('select 1/0')
    .catch((error: unknown) => platform.context.log.error({ err: error }, 'a statement failed'));
  await platform.stop();
  closing.close();
  expect(responses.map(({ status }) => status).slice(0, 2)).toEqual([200, 404]);
  expect(platform.logged.length).toBeGreaterThan(responses.length);
  const said = JSON.stringify([platform.logged, responses.map(({ body, headers }) => [body, [...headers]])]);
  expect(said.match(/.{40}REDACT\d+.{10}/g) ?? []).toEqual([]);
});
