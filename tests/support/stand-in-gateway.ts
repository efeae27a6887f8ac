import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createCardLikeBrowser } from '#sandbox/new-card.ts';
import { eventTypes } from '#server/payments/events.ts';
import { createSandboxGateway, type SandboxGateway } from '#sandbox/sandbox-gateway.ts';

const keys = { secretKey: 'sk_test_standin', publishableKey: 'pk_test_standin' };
const webhookSecret = 'whsec_standin';

/** A gateway outside of the platform's processes, so that several processes can share it. */
export interface StandInGateway {
  readonly origin: string;
  readonly sandbox: SandboxGateway;
  readonly sendEventsTo: (platform: string) => Promise<void>;
  readonly environment: Readonly<Record<string, string>>;
  readonly card: (number: string) => Promise<string>;
  /** Sets the offset of the gateway's clock in milliseconds. It must be equal to the offset of the platform's clock. */
  readonly moveClock: (offsetMs: number) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a gateway. `toPlatform` delivers events; if it rejects, the gateway retries. `pagesAt`: public origin of hosted pages. */
export async function startStandInGateway(
  folder: string,
  toPlatform: (path: string, event: RequestInit) => Promise<Response>,
  pagesAt?: () => string,
): Promise<StandInGateway> {
  let origin = '';
  let offset = 0;
  const sandbox = await createSandboxGateway({
    ...keys,
    dataDir: folder,
    clock: { nowMs: () => Date.now() + offset },
    realNowMs: () => Date.now(),
    assetsDir: 'dist/sandbox',
    origin: () => pagesAt?.() ?? origin,
    onError: (error) => {
      throw error;
    },
    send: async (request) =>
      toPlatform('/webhooks/gateway', {
        method: 'POST',
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      }),
  });
  const server = serve({ fetch: new Hono().route(sandbox.basePath, sandbox.app).fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = origin + sandbox.basePath;
  const sendEventsTo = (platform: string) =>
    sandbox.receiveEvents({ url: `${platform}/webhooks/gateway`, secret: webhookSecret, enabledEvents: Object.values(eventTypes).flat() });
  await sendEventsTo('http://localhost');
  return {
    origin,
    sandbox,
    sendEventsTo,
    environment: {
      STRIPE_ADDRESS: baseUrl,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    card: async (number) => {
      const made = await createCardLikeBrowser({ baseUrl, publishableKey: keys.publishableKey, fetch }, { number });
      if (!made.ok) throw new Error(made.message);
      return made.id;
    },
    moveClock: (offsetMs) => {
      offset = offsetMs;
    },
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await sandbox.close();
    },
  };
}
