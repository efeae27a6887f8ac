import { requireSecretKey, type SecretKeys } from '#server/database/secret-keys.ts';
import type { SellerSetting } from '#server/database/settings.ts';
import { readConnection, readOperation, readSecretKeys, type OperationSettings } from './operation-settings.ts';
import { readEmailLimits, readEmail, type EmailLimits, type EmailSettings } from './email-settings.ts';
import { readProvider, type OidcSettings } from './provider-settings.ts';
import { readSeller } from './seller-settings.ts';
import { settingsSchema, type SettingValues } from './settings-schema.ts';
import { isLoopback, refusePlainTransport } from './transport-settings.ts';
import { StartError } from '#server/start/start-error.ts';

/** Default in the embedded mode. The token is public, because the embedded mode contains only demo data. */
const sandboxServiceToken = 'sandbox-service-token';

export interface GatewayKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Valid while the gateway still signs with it. */
  readonly previousWebhookSecret: string | null;
  /** URL of a program on this machine that replaces the gateway; null for the real gateway. */
  readonly address: string | null;
}

export interface CaptchaKeys {
  readonly secret: string;
  readonly siteKey: string;
  readonly address: string | null;
}

/** All settings. `readConfig` reads them once from the environment at the start. */
export interface Config extends OperationSettings {
  readonly mode: 'embedded' | 'production';
  readonly seed: 'demo' | 'none';
  readonly port: number;
  readonly host: string;
  /** Contains the embedded database and the sandbox gateway's log. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly secretKeys: SecretKeys;
  /** Public origin of this server; null to use the listening address. */
  readonly publicOrigin: string | null;
  /** Networks of proxies whose header `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Token with which programs book usage; null to refuse all programs. */
  readonly serviceToken: string | null;
  readonly gateway: GatewayKeys | null;
  readonly captcha: CaptchaKeys | null;
  /** Null uses the postbox in the embedded mode, and sends no emails in production. */
  readonly mail: EmailSettings | null;
  readonly oidc: OidcSettings | null;
  /** URLs at which partners manage an organization. `{installation_id}` is replaced by the ID of the installation. */
  readonly partnerLinks: { readonly aws: string; readonly vercel: string };
  /** Token for `/metrics`. If null, the embedded mode serves requests from this machine only, and production serves none. */
  readonly metricsToken: string | null;
  /** The platform still accepts usage of a billing period for this number of days after the end of the period. */
  readonly lateUsageDays: number;
  /** Number of days by which a price rise must be announced in advance. */
  readonly priceNoticeDays: number;
  /** Amount in cents above which staff need the approval of a second person. */
  readonly approvalAboveCents: number;
  /** Usage of one day is never held for review if its list price is at most this amount, in cents. */
  readonly usageReviewAboveCents: number;
  /** Maximum number of seconds by which the clock of a usage sender may be ahead. */
  readonly usageClockAheadSeconds: number;
  readonly emailLimits: EmailLimits;
  /** Allowed ports of webhook endpoints; null allows all ports. */
  readonly webhookPorts: readonly number[] | null;
  readonly seller: SellerSetting;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly validateResponses: boolean;
  /** Origins whose pages may call the platform with a bearer token. */
  readonly allowedOrigins: readonly string[];
  /** Whether `/docs` is public. */
  readonly showsReference: boolean;
  /** Address for security reports (`mailto:` or https); null to publish none. */
  readonly securityContact: string | null;
  /** Destination of the page's analytics events: none, the browser's console, or this server. */
  readonly analytics: 'silent' | 'console' | 'relay';
  /** URL to which this server forwards analytics events; null forwards no events. */
  readonly analyticsUrl: string | null;
}

/** Whether a gateway key moves real money. */
const isLive = (gatewayKey: string): boolean => /^.._live_/.test(gatewayKey);

function gatewayKeys(values: SettingValues): GatewayKeys | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  const keyCount = [secretKey, publishableKey, webhookSecret].filter((key) => key !== undefined).length;
  if (values.STRIPE_ADDRESS !== undefined) refuseFarStandIn(values, keyCount);
  if (keyCount === 0) return null;
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new StartError('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be given together.');
  }
  if (isLive(secretKey) !== isLive(publishableKey)) {
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be two test keys or two live keys.');
  }
  if (values.MODE === 'embedded' && isLive(secretKey)) {
    throw new StartError('STRIPE_SECRET_KEY is a live key, which the embedded mode refuses; use a test key or MODE=production.');
  }
  const previousWebhookSecret = values.STRIPE_WEBHOOK_SECRET_PREVIOUS ?? null;
  return { secretKey, publishableKey, webhookSecret, previousWebhookSecret, address: values.STRIPE_ADDRESS ?? null };
}

/** Refuses a gateway at STRIPE_ADDRESS on another machine or with live keys, because such a gateway receives all keys and card data. */
function refuseFarStandIn({ STRIPE_ADDRESS: address = '', STRIPE_SECRET_KEY: secretKey = '' }: SettingValues, keys: number): void {
  if (!isLoopback(new URL(address).hostname)) throw new StartError('STRIPE_ADDRESS must be an address of this machine.');
  if (keys === 0) throw new StartError('STRIPE_ADDRESS needs STRIPE_SECRET_KEY and the keys that go with it.');
  if (isLive(secretKey)) throw new StartError('STRIPE_ADDRESS takes test keys only: live keys go to the gateway itself.');
}

function captchaKeys({ HCAPTCHA_SECRET: secret, HCAPTCHA_SITE_KEY: siteKey, ...values }: SettingValues): CaptchaKeys | null {
  const address = values.HCAPTCHA_ADDRESS ?? null;
  if (address !== null && !isLoopback(new URL(address).hostname))
    throw new StartError('HCAPTCHA_ADDRESS must be an address of this machine.');
  if (address !== null && isLive(values.STRIPE_SECRET_KEY ?? ''))
    throw new StartError("HCAPTCHA_ADDRESS can't be used with live keys of the gateway.");
  if (!secret && !siteKey) return null;
  if (!secret || !siteKey) throw new StartError('HCAPTCHA_SECRET and HCAPTCHA_SITE_KEY must be given together.');
  return { secret, siteKey, address };
}

/** The embedded mode allows all ports by default, because receivers run on this machine. */
const webhookPorts = ({ WEBHOOK_PORTS: ports, MODE: mode }: SettingValues): Config['webhookPorts'] =>
  ports === undefined ? (mode === 'embedded' ? null : [443, 8443]) : ports;

function refuseSandboxParts(values: SettingValues): void {
  if (!values.DATABASE_URL) throw new StartError('DATABASE_URL must be given in production.');
  if (!values.PUBLIC_ORIGIN?.startsWith('https://')) throw new StartError('PUBLIC_ORIGIN must be an https address in production.');
  if (!values.STRIPE_SECRET_KEY) throw new StartError('STRIPE_SECRET_KEY must be given in production, which has no sandbox gateway.');
  if (!values.HCAPTCHA_SECRET) throw new StartError('HCAPTCHA_SECRET must be given in production, which has no sandbox captcha.');
  if (!values.OIDC_ISSUER) throw new StartError('OIDC_ISSUER must be given in production, which has no sandbox sign-in.');
  requireSecretKey({ mode: values.MODE, secretKeys: readSecretKeys(values) });
}

function readSettings(environment: Readonly<Record<string, string | undefined>>): SettingValues {
  const parsed = settingsSchema.safeParse(environment);
  if (parsed.success) {
    refusePlainTransport(parsed.data);
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  throw new StartError(`${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}.`);
}

/** Settings for commands that only access stored data and need no gateway keys. */
export type StoreConfig = Pick<
  Config,
  | 'mode'
  | 'port'
  | 'host'
  | 'adminPort'
  | 'dataDir'
  | 'databaseUrl'
  | 'secretKeys'
  | 'connection'
  | 'lateUsageDays'
  | 'priceNoticeDays'
  | 'approvalAboveCents'
  | 'usageReviewAboveCents'
  | 'usageClockAheadSeconds'
  | 'emailLimits'
  | 'webhookPorts'
>;

/** @throws {StartError} naming the first invalid setting */
export function readStoreConfig(environment: Readonly<Record<string, string | undefined>>): StoreConfig {
  const values = readSettings(environment);
  if (values.MODE === 'production' && !values.DATABASE_URL) throw new StartError('DATABASE_URL must be given in production.');
  return {
    mode: values.MODE,
    port: values.PORT,
    host: values.HOST,
    adminPort: values.ADMIN_PORT ?? null,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    secretKeys: readSecretKeys(values),
    connection: readConnection(values),
    lateUsageDays: values.LATE_USAGE_DAYS,
    priceNoticeDays: values.PRICE_NOTICE_DAYS,
    approvalAboveCents: values.APPROVAL_ABOVE_CENTS,
    usageReviewAboveCents: values.USAGE_REVIEW_ABOVE_CENTS,
    usageClockAheadSeconds: values.USAGE_CLOCK_TOLERANCE_SECONDS,
    emailLimits: readEmailLimits(values),
    webhookPorts: webhookPorts(values),
  };
}

/** @throws {StartError} naming the first invalid setting */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values = readSettings(environment);
  if (values.MODE === 'production') refuseSandboxParts(values);
  return {
    mode: values.MODE,
    seed: values.SEED,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    secretKeys: readSecretKeys(values),
    publicOrigin: values.PUBLIC_ORIGIN ? new URL(values.PUBLIC_ORIGIN).origin : null,
    trustedProxies: values.TRUSTED_PROXIES,
    serviceToken: values.SERVICE_TOKEN ?? (values.MODE === 'embedded' ? sandboxServiceToken : null),
    gateway: gatewayKeys(values),
    captcha: captchaKeys(values),
    mail: readEmail(values),
    oidc: readProvider(values),
    metricsToken: values.METRICS_TOKEN ?? null,
    ...readOperation(values),
    lateUsageDays: values.LATE_USAGE_DAYS,
    priceNoticeDays: values.PRICE_NOTICE_DAYS,
    approvalAboveCents: values.APPROVAL_ABOVE_CENTS,
    usageReviewAboveCents: values.USAGE_REVIEW_ABOVE_CENTS,
    usageClockAheadSeconds: values.USAGE_CLOCK_TOLERANCE_SECONDS,
    emailLimits: readEmailLimits(values),
    webhookPorts: webhookPorts(values),
    seller: readSeller(values),
    partnerLinks: { aws: values.AWS_MARKETPLACE_URL, vercel: values.VERCEL_MARKETPLACE_URL },
    logLevel: values.LOG_LEVEL ?? (values.MODE === 'production' ? 'info' : 'warn'),
    validateResponses: values.VALIDATE_RESPONSES,
    allowedOrigins: values.ALLOWED_ORIGINS,
    showsReference: values.API_REFERENCE === undefined ? values.MODE === 'embedded' : values.API_REFERENCE === '1',
    securityContact: values.SECURITY_CONTACT ?? null,
    analytics: values.ANALYTICS_URL === undefined ? values.ANALYTICS : 'relay',
    analyticsUrl: values.ANALYTICS_URL ?? null,
  };
}
