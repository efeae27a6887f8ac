/** Settings that production requires, except for the database. All addresses are unreachable. */
export const productionSettings = {
  MODE: 'production',
  PUBLIC_ORIGIN: 'https://billing.example',
  // A published key that only tests use. Its 32 bytes are the text 'a key of tests and of examples.'.
  SECRETS_KEY: 'YSBrZXkgb2YgdGVzdHMgYW5kIG9mIGV4YW1wbGVzLiE=',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  HCAPTCHA_SECRET: 'secret',
  HCAPTCHA_SITE_KEY: 'site',
  OIDC_ISSUER: 'https://id.invalid',
  OIDC_CLIENT_ID: 'billing',
  SELLER_NAME: 'Lantern Platforms GmbH',
  SELLER_ADDRESS: 'Lindenstr. 9; 10969 Berlin; Germany',
  SELLER_REGISTRATION: 'Amtsgericht Charlottenburg HRB 1',
  SELLER_VAT_NUMBER: 'DE123456789',
  INVOICE_SERIES: 'LP',
} as const;
