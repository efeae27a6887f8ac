import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { operatorKeysAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import type { BackgroundEngine } from '#server/background/engine.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/settings/config.ts';
import { originOf } from '#server/settings/server-origins.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Log } from '#server/tracing/log.ts';
import { createHCaptcha, type Captcha } from '#server/gateway/captcha.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { PauseReason } from '#server/gateway/gateway-result.ts';
import { guardWrites, takesMoney } from '#server/gateway/guarded-gateway.ts';
import { createSandboxCaptcha, type SandboxCaptcha } from '#server/gateway/sandbox-captcha.ts';
import type { SandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { createGateway, type GatewayAnswer } from '#server/gateway/stripe/create-gateway.ts';
import type { Database } from '#server/database/database.ts';
import { endAllLeases } from '#server/store/processes.ts';
import { forgetInstance } from '#server/store/gateway-instance.ts';
import { chargesPause, pauseOf, type PaymentContext } from './context.ts';
import { pausedError } from './gateway-calls.ts';
import { newId } from './ids.ts';
import { beginLife } from './process-life.ts';
import { receiveWebhook } from './events.ts';
import { createGatewayInstance } from './gateway-instance.ts';
import { type Worker, createWorker } from './worker.ts';

export interface SandboxParts {
  readonly gateway: SandboxGateway | null;
  readonly captcha: SandboxCaptcha;
  /** Browser scripts that replace the scripts of gateway and captcha in the sandbox. */
  readonly assetsDir: string;
}

export interface OpenPayments {
  readonly paymentContext: PaymentContext;
  readonly worker: Worker;
  readonly sandbox: SandboxParts | null;
  readonly publishableKey: string;
  readonly pause: () => PauseReason | null;
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly isOnlyProcess: boolean;
  readonly sandboxAssets: string;
  /** False if a test controls the worker and the sandbox's clock. */
  readonly automatic?: boolean | undefined;
  readonly countEffect?: PaymentContext['countEffect'];
  readonly onGatewayAnswer?: ((answer: GatewayAnswer) => void) | undefined;
  readonly gatewayTimeoutMs?: number | undefined;
  readonly onWake?: () => void;
  /** Runs gateway events and work; null until the engine exists. */
  readonly engine?: () => Pick<BackgroundEngine, 'drain'> | null;
  readonly forgetsGateway?: boolean;
  /** Set for a data folder that will be copied. Each copy becomes a separate gateway instance. */
  readonly isStartImage?: boolean;
}

export async function openPayments(parts: Parts): Promise<OpenPayments> {
  const { config, db, clock, log, isOnlyProcess, automatic = true } = parts;
  const origin = () => originOf(config);
  const captcha = config.captcha ? null : createSandboxCaptcha();
  const { gateway, sandbox, publishableKey, connect } = await openGateway(parts, origin);
  const instance = parts.isStartImage ? undefined : createGatewayInstance({ db, gateway, log });
  const refusal = async (call: keyof PaymentGateway) =>
    (await instance?.refusal()) ?? (takesMoney(call) ? pausedError(await chargesPause(db)) : null);
  const guarded = instance ? guardWrites(gateway, refusal) : gateway;
  const { paymentContext: payments, worker } = createPayments(
    { db, clock, log, gateway: guarded, instance, captcha: captchaOf(config, captcha), origin, countEffect: parts.countEffect },
    automatic ? parts.onWake : undefined,
    automatic ? parts.engine : undefined,
  );
  await connect?.(payments);
  // An in-memory gateway starts without the reserved customer.
  if (parts.forgetsGateway) await forgetInstance(db);
  const checked = instance
    ?.check()
    .catch((error: unknown) => log.error({ err: error }, 'the owner of the payment gateway could not be read'));
  // Writes stay blocked until a remote gateway has answered. The start therefore waits only for the sandbox gateway.
  if (sandbox !== null) await checked;
  if (isOnlyProcess) await endAllLeases(db);
  const life = await beginLife(payments, automatic);
  if (automatic) worker.start();
  return {
    paymentContext: payments,
    worker,
    sandbox: captcha && { gateway: sandbox, captcha, assetsDir: parts.sandboxAssets },
    publishableKey,
    pause: () => pauseOf(payments),
    // Settles payments whose requests got no response. If other processes run, skips recent requests, because their responses may still
    // arrive.
    catchUp: async () => {
      await worker.reconcile(isOnlyProcess ? 0 : undefined);
    },
    close: async () => {
      await worker.stop();
      await life.end();
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
  /** Connects the webhooks of a sandbox to the platform. A real gateway has its own settings. */
  readonly connect?: (payments: PaymentContext) => Promise<void>;
}

type GatewayParts = Omit<Parts, 'db' | 'isOnlyProcess' | 'isStartImage'>;

export async function openGateway(
  { config, clock, log, sandboxAssets, automatic = true, gatewayTimeoutMs, forgetsGateway = false, onGatewayAnswer }: GatewayParts,
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
  let receiver: PaymentContext | null = null;
  const { createSandboxGateway } = await import('#sandbox/sandbox-gateway.ts');
  const sandbox = await createSandboxGateway({
    dataDir: forgetsGateway ? null : join(config.dataDir, 'gateway'),
    clock,
    secretKey,
    publishableKey,
    origin,
    assetsDir: sandboxAssets,
    merchantName: productName,
    ...(config.mode === 'embedded' ? { operatorKeysPath: operatorKeysAddress } : {}),
    automatic,
    onError: (error) => log.error({ err: error }, 'the sandbox gateway failed'),
    // Calls the webhook handler in the same process, without network.
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
    connect: async (payments) => {
      receiver = payments;
      await sandbox.receiveEvents({ url: 'http://localhost/webhooks/gateway', secret: webhookSecret });
    },
  };
}

async function answerTo(payments: PaymentContext, request: Request): Promise<Response> {
  try {
    await receiveWebhook(payments, await request.text(), request.headers.get('Stripe-Signature'));
    return new Response('{"received":true}', { status: 200 });
  } catch (error) {
    return new Response(null, { status: error instanceof PlatformError ? error.status : 500 });
  }
}

export function createPayments(
  parts: Omit<PaymentContext, 'wake' | 'processId'>,
  onWake?: () => void,
  engine?: () => Pick<BackgroundEngine, 'drain'> | null,
): {
  readonly paymentContext: PaymentContext;
  readonly worker: Worker;
} {
  const worker = createWorker(() => payments, engine);
  const wake = (): void => {
    worker.wake();
    onWake?.();
  };
  const payments: PaymentContext = { processId: newId('process'), ...parts, wake };
  return { paymentContext: payments, worker };
}
