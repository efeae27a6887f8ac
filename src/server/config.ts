import { z } from 'zod';
import { keyForms } from './cli/key-forms.mjs';
import { StartError } from './start-error.ts';

/** Known to everybody: the embedded mode's data is nobody's. */
const sandboxServiceToken = 'sandbox-service-token';

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
const blankIsAbsent = (value: unknown): unknown => (value === '' ? undefined : value);
const text = z.preprocess(blankIsAbsent, z.string().optional());
/** @param of what the key must be; its value is told to nobody */
const key = (of: keyof typeof keyForms) => z.preprocess(blankIsAbsent, z.string().regex(keyForms[of].form, keyForms[of].rule).optional());
const flag = z.preprocess(
  blankIsAbsent,
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const Environment = z.object({
  MODE: z.preprocess(blankIsAbsent, z.enum(['embedded', 'production'], 'must be embedded or production').default('embedded')),
  PORT: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number')
      .default('4310')
      .transform(Number)
      .pipe(z.int().max(65_535, 'must be at most 65535')),
  ),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('.data')),
  DATABASE_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional()),
  PUBLIC_ORIGIN: z.preprocess(blankIsAbsent, webAddress.optional()),
  SERVICE_TOKEN: z.preprocess(blankIsAbsent, z.string().min(16, 'must have at least 16 characters').optional()),
  STRIPE_SECRET_KEY: key('gatewaySecret'),
  STRIPE_PUBLISHABLE_KEY: key('gatewayPublishable'),
  STRIPE_WEBHOOK_SECRET: key('gatewayWebhook'),
  STRIPE_ADDRESS: z.preprocess(blankIsAbsent, webAddress.optional()),
  HCAPTCHA_SECRET: text,
  HCAPTCHA_SITE_KEY: key('captchaSite'),
  METRICS_TOKEN: z.preprocess(blankIsAbsent, z.string().min(16, 'must have at least 16 characters').optional()),
  DRAIN_SECONDS: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^\d{1,3}$/, 'must be whole seconds')
      .default('0')
      .transform(Number),
  ),
  OIDC_ISSUER: z.preprocess(blankIsAbsent, webAddress.optional()),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_AUDIENCE: text,
  AWS_MARKETPLACE_URL: z.preprocess(blankIsAbsent, webAddress.default('https://console.aws.amazon.com/billing/home#/bills')),
  VERCEL_MARKETPLACE_URL: z.preprocess(blankIsAbsent, webAddress.default('https://vercel.com/dashboard/integrations/{installation_id}')),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug').optional(),
  ),
  VALIDATE_RESPONSES: flag,
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
  ANALYTICS: z.preprocess(blankIsAbsent, z.enum(['silent', 'console'], 'must be silent or console').default('silent')),
});

export interface GatewayKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Where a stand-in on this machine answers in the gateway's place; null for the gateway itself. */
  readonly address: string | null;
}

export interface CaptchaKeys {
  readonly secret: string;
  readonly siteKey: string;
}

/** The identity provider that members sign in at. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which has PKCE alone. */
  readonly clientSecret: string | null;
  /** Audience of the bearer tokens that programs of members send; null accepts none. */
  readonly audience: string | null;
}

/** Everything that the environment decides. Read once, at start, by `readConfig` alone. */
export interface Config {
  readonly mode: 'embedded' | 'production';
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database and of the sandbox gateway's log. */
  readonly dataDir: string;
  /** PostgreSQL instead of the embedded database, where given. */
  readonly databaseUrl: string | null;
  /** Origin under which browsers reach this server; null where it is the address they ask for. */
  readonly publicOrigin: string | null;
  /** What programs show to book usage; null lets none do so. */
  readonly serviceToken: string | null;
  /** Keys of the real gateway; null means the sandbox. */
  readonly gateway: GatewayKeys | null;
  /** Keys of hCaptcha; null means the sandbox captcha. */
  readonly captcha: CaptchaKeys | null;
  /** Null leaves the sandbox sign-in alone. */
  readonly oidc: OidcSettings | null;
  /** Where partners manage an organization; `{installation_id}` is filled in. */
  readonly partnerLinks: { readonly aws: string; readonly vercel: string };
  /** What opens the figures of `/metrics`; without it they are for this machine in the embedded mode, and for nobody in production. */
  readonly metricsToken: string | null;
  /** How long a stopping process still takes requests, so that balancers notice; seconds. */
  readonly drainSeconds: number;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly validateResponses: boolean;
  /** Origins whose pages may call the platform with a bearer token. */
  readonly allowedOrigins: readonly string[];
  /** Where the page sends its analytics events: nowhere, or to the browser's console. */
  readonly analytics: 'silent' | 'console';
}

type Values = z.output<typeof Environment>;

/** Whether the gateway moves real money for who has the key. */
const isLive = (gatewayKey: string): boolean => /^.._live_/.test(gatewayKey);

function gatewayKeys(values: Values): GatewayKeys | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  const given = [secretKey, publishableKey, webhookSecret].filter((key) => key !== undefined).length;
  if (values.STRIPE_ADDRESS !== undefined) refuseFarStandIn(values, given);
  if (given === 0) return null;
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new StartError('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be given together.');
  }
  if (isLive(secretKey) !== isLive(publishableKey)) {
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be two test keys or two live keys.');
  }
  if (values.MODE === 'embedded' && isLive(secretKey)) {
    throw new StartError('STRIPE_SECRET_KEY is a live key, which the embedded mode refuses; use a test key or MODE=production.');
  }
  return { secretKey, publishableKey, webhookSecret, address: values.STRIPE_ADDRESS ?? null };
}

/** Keys and cards are sent there: it must be this machine, and nobody's real money. */
function refuseFarStandIn({ MODE: mode, STRIPE_ADDRESS: address = '' }: Values, keys: number): void {
  if (mode === 'production') throw new StartError('STRIPE_ADDRESS is not for production, which asks the gateway itself.');
  if (!isLoopback(new URL(address).hostname)) throw new StartError('STRIPE_ADDRESS must be an address of this machine.');
  if (keys === 0) throw new StartError('STRIPE_ADDRESS needs the keys that the gateway there takes.');
}

function captchaKeys({ HCAPTCHA_SECRET: secret, HCAPTCHA_SITE_KEY: siteKey }: Values): CaptchaKeys | null {
  if (!secret && !siteKey) return null;
  if (!secret || !siteKey) throw new StartError('HCAPTCHA_SECRET and HCAPTCHA_SITE_KEY must be given together.');
  return { secret, siteKey };
}

function oidcSettings(values: Values): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_AUDIENCE: audience } = values;
  if (!issuer && !clientId && !clientSecret && !audience) return null;
  if (!issuer || !clientId) throw new StartError('OIDC_ISSUER and OIDC_CLIENT_ID must be given together.');
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && (values.MODE === 'production' || !isLoopback(hostname)))
    throw new StartError('OIDC_ISSUER must be an https address; only the embedded mode takes http, from this machine.');
  // Otherwise the proof that somebody has signed in would open the API as well.
  if (audience === clientId) throw new StartError('OIDC_AUDIENCE must differ from OIDC_CLIENT_ID.');
  return { issuer, clientId, clientSecret: clientSecret ?? null, audience: audience ?? null };
}

function refuseSandboxParts(values: Values): void {
  if (!values.DATABASE_URL) throw new StartError('DATABASE_URL must be given in production.');
  if (!values.PUBLIC_ORIGIN?.startsWith('https://')) throw new StartError('PUBLIC_ORIGIN must be an https address in production.');
  if (!values.STRIPE_SECRET_KEY) throw new StartError('STRIPE_SECRET_KEY must be given in production, which has no sandbox gateway.');
  if (!values.HCAPTCHA_SECRET) throw new StartError('HCAPTCHA_SECRET must be given in production, which has no sandbox captcha.');
  if (!values.OIDC_ISSUER) throw new StartError('OIDC_ISSUER must be given in production, which has no sandbox sign-in.');
}

/**
 * @throws {StartError} naming the first setting that can't be used
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}.`);
  }
  const values = parsed.data;
  if (values.MODE === 'production') refuseSandboxParts(values);
  return {
    mode: values.MODE,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    publicOrigin: values.PUBLIC_ORIGIN ? new URL(values.PUBLIC_ORIGIN).origin : null,
    serviceToken: values.SERVICE_TOKEN ?? (values.MODE === 'embedded' ? sandboxServiceToken : null),
    gateway: gatewayKeys(values),
    captcha: captchaKeys(values),
    oidc: oidcSettings(values),
    metricsToken: values.METRICS_TOKEN ?? null,
    drainSeconds: values.DRAIN_SECONDS,
    partnerLinks: { aws: values.AWS_MARKETPLACE_URL, vercel: values.VERCEL_MARKETPLACE_URL },
    logLevel: values.LOG_LEVEL ?? (values.MODE === 'production' ? 'info' : 'warn'),
    validateResponses: values.VALIDATE_RESPONSES,
    allowedOrigins: values.ALLOWED_ORIGINS,
    analytics: values.ANALYTICS,
  };
}

/** The addresses that mean every one of this machine: nobody can open them. */
const everyAddress = new Set(['0.0.0.0', '::']);

/** Where a browser of this machine reaches what listens there. */
export function originAt(host: string, port: number): string {
  const name = everyAddress.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** True when only programs of this machine can reach the address. */
export const isLoopback = (host: string): boolean => loopback.has(host);
