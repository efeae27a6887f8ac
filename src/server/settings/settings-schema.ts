import { emailFault } from '#contract/email-address.ts';
import { additionalRecipients, isPrintable } from '#contract/limits.ts';
import { z } from 'zod';
import { isCountryCode } from '#lib/country-names.ts';
import { usualConnection } from '#server/database/connection-settings.ts';
import { secretKeyForm } from '#server/database/secret-keys.ts';
import { PRICE_NOTICE_DAYS } from '#server/domain/book/price-rises.ts';
import { LATE_USAGE_DAYS } from '#server/domain/collection.ts';
import { keyForms } from './key-forms.mjs';

const blankIsAbsent = (value: unknown): unknown => (value === '' ? undefined : value);
const text = z.preprocess(blankIsAbsent, z.string().optional());
/** Error messages never contain the key. */
const key = (of: keyof typeof keyForms) => z.preprocess(blankIsAbsent, z.string().regex(keyForms[of].form, keyForms[of].rule).optional());
const flag = z.preprocess(
  blankIsAbsent,
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
);
/** True or false, in upper or lower case. */
const trueOrFalse = z.preprocess(
  blankIsAbsent,
  z
    .string()
    .regex(/^(true|false)$/i, 'must be true or false')
    .default('false')
    .transform((value) => value.toLowerCase() === 'true'),
);
/** @param rule allowed range, as shown in the error message */
const wholeNumber = (usual: number, form: RegExp, rule: string) =>
  z.preprocess(blankIsAbsent, z.string().regex(form, `must be ${rule}`).default(String(usual)).transform(Number));
const token = z.preprocess(blankIsAbsent, z.string().min(16, 'must have at least 16 characters').optional());
const secretKey = z.preprocess(
  blankIsAbsent,
  z.string().regex(secretKeyForm, 'must be 32 bytes as base64, as npm run billing -- secrets-key prints them').optional(),
);
/** Matches scopes of OAuth 2.0, separated by spaces. */
const scopeForm = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;
/** A URL with control characters is refused. The URL parser would remove or escape them, so the used URL would differ from the text. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine(isPrintable, 'must hold no control characters');
const portList = /^[1-9]\d{0,4}( *, *[1-9]\d{0,4})*$/;
/** `any`, or a list separated by commas. */
const ports = z.preprocess(
  blankIsAbsent,
  z
    .string()
    .refine(
      (list) => list === 'any' || (portList.test(list) && list.split(',').every((port) => Number(port) <= 65_535)),
      'must be any, or port numbers with commas between them',
    )
    .transform((list) => (list === 'any' ? null : list.split(',').map(Number)))
    .optional(),
);

const securityContact = z.preprocess(
  blankIsAbsent,
  z
    .string()
    .transform((contact) => (emailFault(contact) === null ? `mailto:${contact}` : contact))
    .refine(
      (contact) => isPrintable(contact) && /^(mailto:\S+@|https:\/\/)\S+$/.test(contact),
      'must be an email address or an https address',
    )
    .optional(),
);

const portText = z.string().regex(/^\d{1,5}$/, 'must be a port number');
const portNumber = z.int().max(65_535, 'must be at most 65535');
const requestCount = (usual: number) => wholeNumber(usual, /^[1-9]\d{0,4}$/, 'a whole number from 1 to 99999');

export const settingsSchema = z.object({
  MODE: z.preprocess(blankIsAbsent, z.enum(['embedded', 'production'], 'must be embedded or production').default('embedded')),
  SEED: z.preprocess(blankIsAbsent, z.enum(['demo', 'none'], 'must be demo or none').default('demo')),
  PORT: z.preprocess(blankIsAbsent, portText.default('4310').transform(Number).pipe(portNumber)),
  HEALTH_PORT: z.preprocess(blankIsAbsent, portText.transform(Number).pipe(portNumber).optional()),
  ADMIN_PORT: z.preprocess(blankIsAbsent, portText.transform(Number).pipe(portNumber).optional()),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('.data')),
  DATABASE_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional()),
  DATABASE_POOLER: flag,
  DATABASE_POOL_SIZE: wholeNumber(usualConnection.poolSize, /^([1-9]|[1-9]\d|1\d\d|200)$/, 'a whole number from 1 to 200'),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(
    usualConnection.statementTimeoutMs / 1000,
    /^[1-9]\d{0,3}$/,
    'whole seconds from 1 to 9999',
  ),
  DATABASE_IDLE_TIMEOUT_SECONDS: wholeNumber(usualConnection.idleTimeoutMs / 1000, /^[1-9]\d{0,3}$/, 'whole seconds from 1 to 9999'),
  DATABASE_APPLICATION_NAME: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[\x20-\x7E]{1,50}$/, 'must be 1 to 50 plain characters')
      .default(usualConnection.applicationName),
  ),
  TRUSTED_PROXIES: z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : [],
    z.array(z.union([z.cidrv4(), z.cidrv6()], 'must be networks in CIDR notation, with commas between them')),
  ),
  PUBLIC_ORIGIN: z.preprocess(blankIsAbsent, webAddress.optional()),
  SERVICE_TOKEN: token,
  SERVICE_TOKEN_PREVIOUS: token,
  STRIPE_SECRET_KEY: key('gatewaySecret'),
  STRIPE_PUBLISHABLE_KEY: key('gatewayPublishable'),
  STRIPE_WEBHOOK_SECRET: key('gatewayWebhook'),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: key('gatewayWebhook'),
  STRIPE_ADDRESS: z.preprocess(blankIsAbsent, webAddress.optional()),
  HCAPTCHA_SECRET: text,
  HCAPTCHA_SITE_KEY: key('captchaSite'),
  HCAPTCHA_ADDRESS: z.preprocess(blankIsAbsent, webAddress.optional()),
  METRICS_TOKEN: token,
  METRICS_TOKEN_PREVIOUS: token,
  SECRETS_KEY: secretKey,
  SECRETS_KEY_PREVIOUS: secretKey,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(blankIsAbsent, webAddress.optional()),
  OTEL_SERVICE_NAME: z.preprocess(blankIsAbsent, z.string().max(100, 'must have at most 100 characters').default('billing')),
  WEBHOOK_PORTS: ports,
  REQUESTS_PER_MEMBER: requestCount(8),
  REQUESTS_PER_ORGANIZATION: requestCount(32),
  REQUESTS_PER_KEY: requestCount(16),
  REQUESTS_PER_ADDRESS: requestCount(8),
  REQUESTS_WAITING: requestCount(32),
  REQUEST_WAIT_SECONDS: wholeNumber(5, /^\d{1,2}$/, 'whole seconds from 0 to 99'),
  HEAVY_REQUESTS: requestCount(2),
  DOCUMENT_THREADS: wholeNumber(2, /^([1-9]|[1-5]\d|6[0-4])$/, 'a whole number from 1 to 64'),
  DRAIN_SECONDS: wholeNumber(0, /^\d{1,3}$/, 'whole seconds'),
  STOP_SECONDS: wholeNumber(5, /^\d{1,3}$/, 'whole seconds'),
  USAGE_CLOCK_TOLERANCE_SECONDS: wholeNumber(300, /^(\d{1,3}|[12]\d{3}|3[0-5]\d\d|3600)$/, 'whole seconds from 0 to 3600'),
  LATE_USAGE_DAYS: wholeNumber(LATE_USAGE_DAYS, /^[1-9]\d{0,2}$/, 'whole days from 1 to 999'),
  PRICE_NOTICE_DAYS: wholeNumber(PRICE_NOTICE_DAYS, /^\d{1,3}$/, 'whole days from 0 to 999'),
  RECIPIENT_SAVES_PER_HOUR: wholeNumber(5, /^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999'),
  ADDITIONAL_RECIPIENTS: wholeNumber(additionalRecipients, /^([1-9]\d?|1\d\d|200)$/, 'a whole number from 1 to 200'),
  CONFIRMATION_EMAILS_PER_DAY: wholeNumber(50, /^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999'),
  INVOICE_RESENDS_PER_DAY: wholeNumber(3, /^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999'),
  STAFF_RESENDS_PER_DAY: wholeNumber(20, /^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999'),
  APPROVAL_ABOVE_CENTS: wholeNumber(100_000, /^\d{1,12}$/, 'whole cents'),
  USAGE_REVIEW_ABOVE_CENTS: wholeNumber(100_000, /^\d{1,12}$/, 'whole cents'),
  OIDC_ISSUER: z.preprocess(blankIsAbsent, webAddress.optional()),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_AUDIENCE: text,
  OIDC_SCOPE: z.preprocess(blankIsAbsent, z.string().regex(scopeForm, 'must be scopes with spaces between them').optional()),
  OIDC_TRUST_EMAIL: trueOrFalse,
  OIDC_STAFF_GROUP: text,
  AWS_MARKETPLACE_URL: z.preprocess(blankIsAbsent, webAddress.default('https://console.aws.amazon.com/billing/home#/bills')),
  VERCEL_MARKETPLACE_URL: z.preprocess(blankIsAbsent, webAddress.default('https://vercel.com/dashboard/integrations/{installation_id}')),
  SELLER_NAME: text,
  SELLER_ADDRESS: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .transform((lines) =>
        lines
          .split(';')
          .map((line) => line.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string()).min(1, 'must have a line'))
      .optional(),
  ),
  SELLER_REGISTRATION: text,
  SELLER_VAT_NUMBER: text,
  SELLER_NO_TAX_REASON: z.preprocess(
    blankIsAbsent,
    z.string().max(300, 'must have at most 300 characters').refine(isPrintable, 'must be one line of printable characters').optional(),
  ),
  SELLER_COUNTRY: z.preprocess(blankIsAbsent, z.string().refine(isCountryCode, 'must be a country code of two letters').optional()),
  SELLER_TAX_CATEGORY: z.preprocess(blankIsAbsent, z.enum(['Z', 'E', 'AE', 'K', 'O'], 'must be Z, E, AE, K or O').optional()),
  INVOICE_SERIES: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[A-Z0-9]{1,10}$/, 'must be 1 to 10 capital letters and digits')
      .optional(),
  ),
  SMTP_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional()),
  MAIL_FROM: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .refine((address) => emailFault(address) === null, 'must be an email address')
      .optional(),
  ),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug').optional(),
  ),
  VALIDATE_RESPONSES: flag,
  API_REFERENCE: z.preprocess(blankIsAbsent, z.enum(['0', '1'], 'must be 0 or 1').optional()),
  SECURITY_CONTACT: securityContact,
  ALLOWED_ORIGINS: z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : [],
    z.array(webAddress.transform((address) => new URL(address).origin)),
  ),
  ANALYTICS_URL: z.preprocess(blankIsAbsent, webAddress.optional()),
  ANALYTICS: z.preprocess(blankIsAbsent, z.enum(['silent', 'console'], 'must be silent or console').default('silent')),
});

export type SettingValues = z.output<typeof settingsSchema>;
