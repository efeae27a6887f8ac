import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { createSandboxCaptcha } from '#server/gateway/sandbox-captcha.ts';
import { createCardLikeBrowser, type NewCard } from '#sandbox/new-card.ts';
import { createSandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import type { Database } from '#server/database/database.ts';

const publishableKey = 'pk_test_sandbox';

/** The sandbox gateway while the seed replays the history of the demo: on a clock that the seeding moves, in a folder of its own. */
export interface PastGateway {
  readonly paymentContext: PaymentContext;
  /** The gateway's time and the platform's, as far as money is concerned. */
  readonly at: (seconds: number) => void;
  /** @returns the id of a new payment method, made with the browser's key */
  readonly newCard: (card: NewCard) => Promise<string>;
  /** Runs the gateway's due jobs. */
  readonly settle: () => Promise<void>;
  /** Puts the folder in the place of the gateway's: what was there belonged to a store that is no more. */
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/**
 * @param folder where the gateway's own folder will be
 * @param db the transaction of the seeding, so that rows and charges come to be together or not at all
 */
export async function openPastGateway(db: Database, folder: string, log: Log): Promise<PastGateway> {
  const aside = `${folder}.seeding`;
  await rm(aside, { recursive: true, force: true });
  let seconds = 0;
  const clock: Clock = { nowMs: () => seconds * 1000, nowSeconds: () => seconds, offsetMs: () => 0, moveTo: () => {} };
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`;
  const sandbox = await createSandboxGateway({
    dataDir: aside,
    clock,
    secretKey,
    publishableKey,
    origin: 'http://sandbox.invalid',
    assetsDir: aside,
    automatic: false,
    onError: (error) => log.error({ err: error }, 'the sandbox gateway failed'),
  });
  const baseUrl = `http://sandbox.invalid${sandbox.basePath}`;
  const gateway = createGateway({ secretKey, webhookSecret: 'whsec_unused', baseUrl, fetch: sandbox.fetch });
  const paymentContext: PaymentContext = {
    db,
    clock,
    log,
    gateway,
    captcha: createSandboxCaptcha(),
    origin: () => 'http://sandbox.invalid',
    processId: 'seeding',
    wake: () => {},
  };
  return {
    paymentContext,
    at: (moment) => {
      seconds = moment;
    },
    newCard: async (card) => {
      const made = await createCardLikeBrowser({ baseUrl, publishableKey, fetch: sandbox.fetch }, card);
      if (!made.ok) throw new Error(`A card of the demo was refused: ${made.message}`);
      return made.id;
    },
    settle: () => sandbox.settle(),
    keep: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
      await rename(aside, folder);
    },
    drop: async () => {
      await sandbox.close();
      await rm(aside, { recursive: true, force: true });
    },
  };
}
