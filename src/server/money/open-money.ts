import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { productName } from '#lib/product.ts';
import type { Clock } from '#server/clock.ts';
import { originAt, type Config } from '#server/config.ts';
import { PlatformError } from '#server/http/platform-error.ts';
import type { Log } from '#server/log.ts';
import { createHCaptcha, type Captcha } from '#server/payments/captcha.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { createSandboxCaptcha, type SandboxCaptcha } from '#server/payments/sandbox-captcha.ts';
import { createSandboxGateway, type SandboxGateway } from '#server/payments/sandbox/sandbox-gateway.ts';
import { createGateway, type GatewayAnswer } from '#server/payments/stripe/create-gateway.ts';
import type { Database } from '#server/store/database.ts';
import { releaseAllKeys } from '#server/store/idempotency.ts';
import type { Money } from './context.ts';
import { createMoney } from './create-money.ts';
import { noteForeignGateway } from './foreign-gateway.ts';
import { receiveWebhook } from './webhook.ts';
import type { Worker } from './worker.ts';

/** What the embedded mode has in place of services on the internet. */
export interface SandboxParts {
  readonly gateway: SandboxGateway | null;
  readonly captcha: SandboxCaptcha;
  /** Folder of the scripts that browsers load in place of the services' own. */
  readonly assetsDir: string;
}

export interface OpenMoney {
  readonly money: Money;
  readonly worker: Worker;
  /** Null in production. */
  readonly sandbox: SandboxParts | null;
  /** Lets browsers make payment methods. */
  readonly publishableKey: string;
  /** Tells where browsers reach this server, where the settings don't. */
  readonly noteOrigin: (origin: string) => void;
  /** Settles what an earlier process has left. */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** True where no other process works on the same database. */
  readonly isOnlyProcess: boolean;
  /** Folder of the sandbox's browser scripts. */
  readonly sandboxAssets: string;
  /** False leaves the worker and the sandbox's own time to the caller, for tests. */
  readonly automatic?: boolean | undefined;
  readonly onGatewayAnswer?: ((answer: GatewayAnswer) => void) | undefined;
  /** Milliseconds until an answer of the gateway counts as lost. */
  readonly gatewayTimeoutMs?: number | undefined;
  /** True keeps what the sandbox gateway knows in memory alone. */
  readonly forgetsGateway?: boolean;
}

/** Opens the gateway and the captcha that the settings name, and the worker over them. */
export async function openMoney(parts: Parts): Promise<OpenMoney> {
  const { config, db, clock, log, isOnlyProcess, automatic = true } = parts;
  let noted: string | null = null;
  const origin = () => config.publicOrigin ?? noted ?? originAt(config.host, config.port);
  const captcha = config.captcha ? null : createSandboxCaptcha();
  const { gateway, sandbox, publishableKey, connect } = await openGateway(parts, origin);
  const { money, worker } = createMoney({ db, clock, log, gateway, captcha: captchaOf(config, captcha), origin });
  await connect?.(money);
  if (isOnlyProcess) await releaseAllKeys(db);
  if (automatic) worker.start();
  return {
    money,
    worker,
    sandbox: captcha && { gateway: sandbox, captcha, assetsDir: parts.sandboxAssets },
    publishableKey,
    noteOrigin: (given) => {
      noted = given;
    },
    // Another process may be waiting for an answer just now; the only one knows that nobody is.
    catchUp: async () => {
      await noteForeignGateway(money);
      await worker.reconcile(isOnlyProcess ? 0 : undefined);
    },
    close: async () => {
      await worker.stop();
      await sandbox?.close();
    },
  };
}

function captchaOf({ captcha }: Config, sandbox: SandboxCaptcha | null): Captcha {
  if (captcha) return createHCaptcha(captcha);
  if (!sandbox) throw new Error('There is no captcha');
  return sandbox;
}

interface OpenGateway {
  readonly gateway: PaymentGateway;
  readonly sandbox: SandboxGateway | null;
  readonly publishableKey: string;
  /** Lets a sandbox report to the platform; a real gateway does so by its own settings. */
  readonly connect?: (money: Money) => Promise<void>;
}

async function openGateway(
  { config, clock, log, sandboxAssets, automatic = true, gatewayTimeoutMs, forgetsGateway = false, onGatewayAnswer }: Parts,
  origin: () => string,
): Promise<OpenGateway> {
  const options = {
    ...(gatewayTimeoutMs === undefined ? {} : { timeoutMs: gatewayTimeoutMs }),
    ...(onGatewayAnswer === undefined ? {} : { onAnswer: onGatewayAnswer }),
  };
  if (config.gateway) {
    const { address, publishableKey, ...keys } = config.gateway;
    const gateway = createGateway({ ...keys, ...(address === null ? {} : { baseUrl: address }), ...options });
    return { gateway, sandbox: null, publishableKey };
  }
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`;
  const publishableKey = 'pk_test_sandbox';
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  let receiver: Money | null = null;
  const sandbox = await createSandboxGateway({
    dataDir: forgetsGateway ? null : join(config.dataDir, 'gateway'),
    clock,
    secretKey,
    publishableKey,
    origin,
    assetsDir: sandboxAssets,
    merchantName: productName,
    automatic,
    onError: (error) => log.error({ err: error }, 'the sandbox gateway failed'),
    // Gateway and platform are one process here: an event needs no network, and no port that listens yet.
    send: async (request) => (receiver ? answerTo(receiver, request) : new Response(null, { status: 503 })),
  });
  const gateway = createGateway({
    secretKey,
    webhookSecret,
    baseUrl: `http://sandbox.invalid${sandbox.basePath}`,
    fetch: sandbox.fetch,
    ...options,
  });
  return {
    gateway,
    sandbox,
    publishableKey,
    connect: async (money) => {
      receiver = money;
      await sandbox.receiveEvents({ url: 'http://localhost/webhooks/gateway', secret: webhookSecret });
    },
  };
}

async function answerTo(money: Money, request: Request): Promise<Response> {
  try {
    await receiveWebhook(money, await request.text(), request.headers.get('Stripe-Signature'));
    return new Response('{"received":true}', { status: 200 });
  } catch (error) {
    return new Response(null, { status: error instanceof PlatformError ? error.status : 500 });
  }
}
