import { expect, it } from 'vitest';
import { productionSettings } from '#tests/support/production-settings.ts';
import { readConfig, readStoreConfig } from './config.ts';

const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = productionSettings;
const gateway = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
const production = { ...productionSettings, DATABASE_URL: 'postgres://db.example/platform?sslmode=verify-full' };

it.each([
  [
    { STRIPE_SECRET_KEY: 'pk_test_MISPLACED', STRIPE_PUBLISHABLE_KEY: 'sk_test_MISPLACED' },
    /^STRIPE_SECRET_KEY must be a secret key of the gateway, which begins with sk_test_, sk_live_, rk_test_ or rk_live_\.$/,
  ],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_MISPLACED' }, /^STRIPE_PUBLISHABLE_KEY must be a publishable key of the gateway, [^\n]*pk_live_\.$/],
  [{ STRIPE_PUBLISHABLE_KEY: 'whsec_MISPLACED' }, /^STRIPE_PUBLISHABLE_KEY must be a publishable key/],
  [
    { STRIPE_WEBHOOK_SECRET: 'sk_test_MISPLACED' },
    /^STRIPE_WEBHOOK_SECRET must be the signing secret of the gateway's webhook, [^\n]*whsec_\.$/,
  ],
  [
    { HCAPTCHA_SITE_KEY: 'ES_MISPLACED', HCAPTCHA_SECRET: '10000000' },
    /^HCAPTCHA_SITE_KEY must be the site key of the captcha, not its secret\.$/,
  ],
  [{ HCAPTCHA_SITE_KEY: '0xMISPLACED', HCAPTCHA_SECRET: '10000000' }, /^HCAPTCHA_SITE_KEY must be the site key/],
])('refuses a key in the place of another in both modes, and prints no key: %j', (keys, sentence) => {
  for (const mode of [
    { ...production, ...keys },
    { ...gateway, ...keys },
  ]) {
    expect(() => readConfig(mode)).toThrow(sentence);
    expect(() => readConfig(mode)).not.toThrow('MISPLACED');
  }
});

it.each<[Readonly<Record<string, string>>, RegExp]>([
  [{ ...production, DATABASE_URL: '' }, /^DATABASE_URL must be given in production\.$/],
  [{ ...production, PUBLIC_ORIGIN: '' }, /^PUBLIC_ORIGIN must be an https address in production\.$/],
  [{ ...production, PUBLIC_ORIGIN: 'http://billing.example' }, /^PUBLIC_ORIGIN must be an https address/],
  [
    { ...production, STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
    /^STRIPE_SECRET_KEY must be given in production/,
  ],
  [{ ...production, SELLER_NAME: '' }, /^SELLER_NAME must be given in production, for its invoices\.$/],
  [{ ...production, SELLER_ADDRESS: '' }, /^SELLER_ADDRESS must be given in production/],
  [{ ...production, SELLER_REGISTRATION: '' }, /^SELLER_REGISTRATION must be given in production/],
  [{ ...production, SELLER_VAT_NUMBER: '' }, /^SELLER_VAT_NUMBER must be given in production/],
  [{ ...production, INVOICE_SERIES: '' }, /^INVOICE_SERIES must be given in production/],
  [{ ...production, SELLER_NAME: 'Acme \u{13000}' }, /^SELLER_NAME: The invoice cannot show: \u{13000}$/u],
  [{ ...production, SELLER_NO_TAX_REASON: 'a\nb' }, /^SELLER_NO_TAX_REASON must be one line of printable characters\.$/],
  [{ ...production, SELLER_COUNTRY: 'Germany' }, /^SELLER_COUNTRY must be a country code of two letters\.$/],
  [{ ...production, SELLER_TAX_CATEGORY: 'S' }, /^SELLER_TAX_CATEGORY must be Z, E, AE, K or O\.$/],
  [{ ...production, SELLER_VAT_NUMBER: 'none', SELLER_TAX_CATEGORY: 'AE' }, /^SELLER_TAX_CATEGORY needs a VAT number/],
  [{ SELLER_NAME: 'Lantern' }, /^SELLER_ADDRESS must be given with the rest of the seller\.$/],
  [{ ...production, SELLER_ADDRESS: ' ; ' }, /^SELLER_ADDRESS must have a line\.$/],
  [{ ...production, INVOICE_SERIES: 'a-b' }, /^INVOICE_SERIES must be 1 to 10 capital letters and digits\.$/],
  [{ ...production, STRIPE_ADDRESS: 'http://gateway.example' }, /^STRIPE_ADDRESS must be an address of this machine\.$/],
  [
    { ...production, STRIPE_ADDRESS: 'http://127.0.0.1:1', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    /^STRIPE_ADDRESS takes test keys only/,
  ],
  [{ STRIPE_ADDRESS: 'http://127.0.0.1:1' }, /^STRIPE_ADDRESS needs STRIPE_SECRET_KEY/],
  [{ ...production, HCAPTCHA_ADDRESS: 'http://captcha.example' }, /^HCAPTCHA_ADDRESS must be an address of this machine\.$/],
  [
    { ...production, HCAPTCHA_ADDRESS: 'http://127.0.0.1:1', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    /^HCAPTCHA_ADDRESS can't be used with live keys of the gateway\.$/,
  ],
  [{ ...production, SECRETS_KEY: '' }, /^SECRETS_KEY must be given in production; print one with npm run billing -- secrets-key/],
  [{ SECRETS_KEY: 'c2hvcnQ=' }, /^SECRETS_KEY must be 32 bytes as base64/],
  [{ SECRETS_KEY_PREVIOUS: Buffer.alloc(32).toString('base64') }, /^SECRETS_KEY_PREVIOUS needs SECRETS_KEY/],
  [{ ...production, OIDC_ISSUER: '', OIDC_CLIENT_ID: '' }, /^OIDC_ISSUER must be given in production, which has no sandbox sign-in\.$/],
  [{ ...production, OIDC_ISSUER: 'http://127.0.0.1:1' }, /^OIDC_ISSUER must be an https address/],
  [{ OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'x' }, /^OIDC_ISSUER must be an https address/],
  [{ OIDC_ISSUER: 'https://id.example' }, /^OIDC_ISSUER and OIDC_CLIENT_ID must be given together\.$/],
  [{ OIDC_AUDIENCE: 'api' }, /^OIDC_ISSUER and OIDC_CLIENT_ID must be given together\.$/],
  [{ OIDC_SCOPE: 'billing' }, /^OIDC_ISSUER and OIDC_CLIENT_ID must be given together\.$/],
  [{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_SCOPE: 'billing' }, /^OIDC_SCOPE needs OIDC_AUDIENCE/],
  [{ OIDC_TRUST_EMAIL: 'true' }, /^OIDC_ISSUER and OIDC_CLIENT_ID must be given together\.$/],
  [{ OIDC_TRUST_EMAIL: 'yes' }, /^OIDC_TRUST_EMAIL must be true or false\.$/],
  [{ OIDC_SCOPE: 'a  b' }, /^OIDC_SCOPE must be scopes with spaces between them\.$/],
  [{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_AUDIENCE: 'x' }, /^OIDC_AUDIENCE must differ from OIDC_CLIENT_ID\.$/],
  [{ ...gateway, STRIPE_WEBHOOK_SECRET: '' }, /must be given together\.$/],
  [{ ...gateway, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /^STRIPE_SECRET_KEY is a live key/],
  [{ ...gateway, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be two test keys or two live/],
  [{ ...production, STRIPE_SECRET_KEY: 'sk_live_1' }, /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be two test keys or two live/],
  [{ MODE: 'Production' }, /^MODE must be embedded or production\.$/],
  [{ PORT: '-1' }, /^PORT must be a port number\.$/],
  [{ PORT: '65536' }, /^PORT must be at most 65535\.$/],
  [{ HEALTH_PORT: '65536' }, /^HEALTH_PORT must be at most 65535\.$/],
  [{ ADMIN_PORT: 'x' }, /^ADMIN_PORT must be a port number\.$/],
  [{ REQUESTS_PER_MEMBER: '0' }, /^REQUESTS_PER_MEMBER must be a whole number from 1 to 99999\.$/],
  [{ DOCUMENT_THREADS: '65' }, /^DOCUMENT_THREADS must be a whole number from 1 to 64\.$/],
  [{ AWS_MARKETPLACE_URL: 'javascript:alert(1)' }, /^AWS_MARKETPLACE_URL must be an http or https address\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be silent, error, warn, info or debug\.$/],
  [{ VALIDATE_RESPONSES: 'yes' }, /^VALIDATE_RESPONSES must be 0 or 1\.$/],
])('refuses %j in one sentence that names the setting', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});

it.each([
  [
    'postgres://billing:pw@db.example/platform',
    /^DATABASE_URL must have sslmode=verify-full, because db\.example is another machine; add \?sslmode=verify-full/,
  ],
  ['postgres://billing:pw@db.example/platform?sslmode=require', /verify-full/],
  ['postgres://billing:pw@db.example/platform?sslmode=verify-full&sslmode=disable', /verify-full/],
  ['postgres://billing:pw@127.0.0.1/platform?host=db.example', /because db\.example is another machine/],
  ['postgres://billing:pw@10.0.0.4:5432/platform', /because 10\.0\.0\.4 is another machine/],
])('refuses the plain way to the database %s', (address, sentence) => {
  for (const settings of [{ DATABASE_URL: address }, { ...production, DATABASE_URL: address }])
    for (const read of [readConfig, readStoreConfig]) expect(() => read(settings)).toThrow(sentence);
});
