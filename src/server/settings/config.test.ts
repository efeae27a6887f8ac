import { expect, it } from 'vitest';
import { readConfig, readStoreConfig } from './config.ts';
import { originFor } from './server-origins.ts';

const gateway = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const production = {
  MODE: 'production',
  DATABASE_URL: 'postgres://db.example/platform?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://billing.example',
  HCAPTCHA_SECRET: 'secret',
  HCAPTCHA_SITE_KEY: 'site',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'billing',
  SELLER_NAME: 'Lantern Platforms GmbH',
  SELLER_ADDRESS: 'Lindenstr. 9; 10969 Berlin ;Germany',
  SELLER_REGISTRATION: 'Amtsgericht Charlottenburg HRB 1',
  SELLER_VAT_NUMBER: 'DE123456789',
  INVOICE_SERIES: 'LP',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  ...gateway,
};

it('runs embedded, on loopback and without outside parts when nothing is set', () => {
  expect(readConfig({})).toEqual({
    mode: 'embedded',
    seed: 'demo',
    port: 4310,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: null,
    secretKeys: { current: null, previous: null },
    publicOrigin: null,
    gateway: null,
    partnerLinks: { aws: expect.stringMatching(/^https:/), vercel: expect.stringContaining('{installation_id}') },
    logLevel: 'warn',
    validateResponses: false,
    allowedOrigins: [],
    analytics: 'silent',
    analyticsUrl: null,
    showsReference: true,
    securityContact: null,
    serviceToken: expect.any(String),
    captcha: null,
    oidc: null,
    metricsToken: null,
    mail: null,
    requestLimits: { perMember: 8, perOrganization: 32, perKey: 16, perAddress: 8, mostWaiting: 32, waitSeconds: 5, mostHeavy: 2 },
    documentThreads: 2,
    healthPort: null,
    adminPort: null,
    emailLimits: { recipientSaves: 5, additionalRecipients: 20, confirmations: 50, resends: 3, staffResends: 20 },
    drainSeconds: 0,
    stopSeconds: 5,
    traces: null,
    previous: { serviceToken: null, metricsToken: null },
    connection: {
      poolSize: 10,
      isPooled: false,
      statementTimeoutMs: 60_000,
      idleTimeoutMs: 60_000,
      applicationName: 'billing',
      isTraced: false,
    },
    lateUsageDays: 35,
    priceNoticeDays: 30,
    approvalAboveCents: 100_000,
    usageReviewAboveCents: 100_000,
    usageClockAheadSeconds: 300,
    trustedProxies: [],
    webhookPorts: null,
    seller: { series: '', seller: expect.objectContaining({ vat_number: null }) },
  });
});

it.each([
  ['http://localhost:4310/org', 'http://localhost:4310'],
  ['http://127.0.0.1:4310/', 'http://127.0.0.1:4310'],
  ['http://[::1]:4310/', 'http://[::1]:4310'],
  ['http://evil.example:4310/', 'http://localhost:4310'],
  ['http://127.0.0.1:9999/', 'http://localhost:4310'],
])('has a fixed origin, of which %s may choose no more than another name of this machine', (requestOrigin, origin) => {
  expect(originFor(readConfig({}), requestOrigin)).toBe(origin);
  expect(originFor(readConfig({ PUBLIC_ORIGIN: 'https://billing.example' }), requestOrigin)).toBe('https://billing.example');
});

it.each([
  ['http://192.168.1.5:4310/', 'http://192.168.1.5:4310'],
  ['http://[fe80::7]:4310/', 'http://[fe80::7]:4310'],
  ['http://evil.example:4310/', 'http://localhost:4310'],
  ['http://192.168.1.5:9999/', 'http://localhost:4310'],
])('uses the IP address of %s if it listens on all addresses', (address, origin) => {
  expect(originFor(readConfig({ HOST: '0.0.0.0' }), address)).toBe(origin);
  expect(originFor(readConfig({}), address)).toBe('http://localhost:4310');
});

it('takes an empty setting for an absent one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', MODE: '', STRIPE_SECRET_KEY: '' })).toEqual(readConfig({}));
});

it('runs in production when it has everything', () => {
  expect(readConfig(production)).toMatchObject({
    mode: 'production',
    publicOrigin: 'https://billing.example',
    gateway: { secretKey: 'sk_test_1' },
    seller: {
      series: 'LP',
      seller: {
        name: 'Lantern Platforms GmbH',
        address: ['Lindenstr. 9', '10969 Berlin', 'Germany'],
        registration: 'Amtsgericht Charlottenburg HRB 1',
        vat_number: 'DE123456789',
      },
    },
    logLevel: 'info',
  });
});

it('takes a seller that is not registered for VAT', () => {
  expect(readConfig({ ...production, SELLER_VAT_NUMBER: 'none' }).seller.seller.vat_number).toBeNull();
});

it.each([
  ['none', undefined, 'The seller is not registered for VAT.'],
  ['none', 'Small business, section 19 UStG.', 'Small business, section 19 UStG.'],
  ['DE123456789', 'Reverse charge: the customer owes the tax.', 'Reverse charge: the customer owes the tax.'],
  ['DE123456789', '', undefined],
])('says why no tax is charged, with the VAT number %s and the reason %s', (SELLER_VAT_NUMBER, SELLER_NO_TAX_REASON, reason) => {
  expect(readConfig({ ...production, SELLER_VAT_NUMBER, SELLER_NO_TAX_REASON }).seller.seller.no_tax_reason).toBe(reason);
});

it.each(['sk_live_1', 'rk_live_1'])('takes live keys in production, such as %s', (STRIPE_SECRET_KEY) => {
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  expect(readConfig({ ...production, ...keys }).gateway).toMatchObject({ secretKey: STRIPE_SECRET_KEY, publishableKey: 'pk_live_1' });
});

it.each([
  'postgres://billing:pw@127.0.0.1:5432/platform',
  'postgres://billing:pw@localhost/platform',
  'postgres://billing:pw@[::1]:5432/platform',
  'postgres://billing:pw@localhost/platform?host=/run/postgresql',
  'postgres://billing:pw@%2Frun%2Fpostgresql/platform',
  'postgres://billing:pw@db.example/platform?sslrootcert=/etc/ca.pem&sslmode=verify-full',
])('takes %s', (address) => {
  expect(readStoreConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
});

it('requires TLS of mail servers and collectors on other machines', () => {
  const mail = (address: string) => readConfig({ SMTP_URL: address, MAIL_FROM: 'billing@example.com' }).mail?.requiresTls;
  expect([mail('smtp://mail.example'), mail('smtps://mail.example'), mail('smtp://127.0.0.1:25'), mail('smtp://localhost')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  for (const option of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false'])
    expect(() => mail(`smtp://mail.example?${option}`)).toThrow(/^SMTP_URL must not set \S+, because mail\.example is another machine/);
  const traces = (address: string) => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address }).traces?.endpoint;
  expect([traces('https://collector.example:4318'), traces('http://127.0.0.1:4318')]).toEqual([
    'https://collector.example:4318',
    'http://127.0.0.1:4318',
  ]);
  expect(() => readConfig({ ANALYTICS_URL: 'http://analytics.example' })).toThrow(/^ANALYTICS_URL must be an https address/);
  expect(() => traces('http://collector:4318')).toThrow(
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be an https address, because collector is another machine/,
  );
});

it('shows the API reference embedded, and in production where that is set', () => {
  expect([readConfig({}), readConfig(production)].map(({ showsReference }) => showsReference)).toEqual([true, false]);
  expect(readConfig({ API_REFERENCE: '0' }).showsReference).toBe(false);
  expect(readConfig({ ...production, API_REFERENCE: '1' }).showsReference).toBe(true);
  expect(() => readConfig({ API_REFERENCE: 'yes' })).toThrow('API_REFERENCE must be 0 or 1.');
});

it('takes an address for those who find a flaw', () => {
  const contact = (value: string) => readConfig({ SECURITY_CONTACT: value }).securityContact;
  expect(contact('security@example.com')).toBe('mailto:security@example.com');
  expect(contact('https://example.com/report')).toBe('https://example.com/report');
  for (const value of ['somebody', 'http://example.com', 'https://a.example\nPolicy: none'])
    expect(() => contact(value)).toThrow('SECURITY_CONTACT must be an email address or an https address.');
});

it.each([
  [undefined, [443, 8443]],
  ['443,9443', [443, 9443]],
])('sends webhooks in production to the ports of WEBHOOK_PORTS=%s', (ports, expected) => {
  expect(readConfig({ ...production, ...(ports !== undefined && { WEBHOOK_PORTS: ports }) }).webhookPorts).toEqual(expected);
});
