import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Stripe from 'stripe';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { createCardLikeBrowser, type NewCard } from '#sandbox/new-card.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandboxGateway, defaultBasePath, type SandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import { transportTo } from '#server/gateway/stripe/transport.ts';

export const testKeys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' };
export const testWebhookSecret = 'whsec_sandbox';

export interface SandboxHarness {
  sandbox: SandboxGateway;
  origin: string;
  /** Base URL of the gateway before /v1. */
  baseUrl: string;
  dataDir: string;
  gateway: PaymentGateway;
  /** Stripe's SDK: `stripe` uses the secret key, `browserStripe` uses the browser's publishable key. */
  stripe: Stripe;
  browserStripe: Stripe;
  now: { ms: number };
  advance: (ms: number) => Promise<void>;
  card: (card: NewCard | string) => Promise<string>;
  restart: () => Promise<SandboxHarness>;
  close: () => Promise<void>;
}

export interface HarnessOptions extends Partial<SandboxOptions> {
  keepData?: boolean;
  timeoutMs?: number;
  /** Additional routes on the same port. The caller can also add routes to this app later. */
  routes?: Hono;
}

const startMs = Date.UTC(2026, 10, 21, 9);

export async function openSandbox(options: HarnessOptions = {}): Promise<SandboxHarness> {
  const { keepData = false, timeoutMs = 5_000, routes = new Hono(), ...settings } = options;
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'sandbox-gateway-')));
  const now = { ms: settings.clock?.nowMs() ?? startMs };
  let origin = '';
  const sandbox = await createSandboxGateway({
    ...testKeys,
    assetsDir: join(dataDir, 'assets'),
    automatic: false,
    onError: (error) => {
      throw error;
    },
    hangMs: 10_000,
    merchantName: 'Example Cloud',
    moveClock: (toMs) => {
      now.ms = toMs;
    },
    ...settings,
    dataDir,
    clock: { nowMs: () => now.ms },
    origin: () => origin,
  });
  const app = new Hono().route(defaultBasePath, sandbox.app).all('*', (context) => routes.fetch(context.req.raw));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}${defaultBasePath}`;

  const stop = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
    await sandbox.close();
  };
  const sdk = (key: string) => new Stripe(key, { ...transportTo({ baseUrl }), telemetry: false, maxNetworkRetries: 0, timeout: timeoutMs });
  return {
    sandbox,
    origin,
    baseUrl,
    dataDir,
    gateway: createGateway({ secretKey: testKeys.secretKey, webhookSecret: testWebhookSecret, baseUrl, timeoutMs }),
    stripe: sdk(testKeys.secretKey),
    browserStripe: sdk(testKeys.publishableKey),
    now,
    advance: async (ms) => {
      now.ms += ms;
      await sandbox.settle();
    },
    card: async (card) => {
      const made = await createCardLikeBrowser(
        { baseUrl, publishableKey: testKeys.publishableKey },
        typeof card === 'string' ? { number: card } : card,
      );
      if (!made.ok) throw new Error(made.message);
      return made.id;
    },
    restart: async () => {
      await stop();
      return openSandbox({ ...options, dataDir, clock: { nowMs: () => now.ms } });
    },
    close: async () => {
      await stop();
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
