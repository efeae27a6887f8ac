import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { createSandboxCaptcha } from '#server/gateway/sandbox-captcha.ts';
import { createCardLikeBrowser, type NewCard } from '#sandbox/new-card.ts';
import { createSandboxGateway, type SandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import type { Database } from '#server/database/database.ts';

const publishableKey = 'pk_test_sandbox';

/** The demo's history is replayed on this sandbox gateway. Its clock is movable, and its folder is temporary. */
export interface PastGateway {
  readonly paymentContext: PaymentContext;
  readonly at: (seconds: number) => void;
  readonly newCard: (card: NewCard) => Promise<string>;
  readonly captchaToken: () => string;
  readonly settle: () => Promise<void>;
  readonly decideDisputes: (outcome: 'won' | 'lost') => Promise<void>;
  /** Moves the temporary folder to its final path. Replaces an existing folder there, because the store of that folder was deleted. */
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** @param folder final folder @param db transaction of the seeding, so that rows and charges are created together */
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
  const captcha = createSandboxCaptcha();
  const paymentContext: PaymentContext = {
    db,
    clock,
    log,
    gateway,
    captcha,
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
      const newCard = await createCardLikeBrowser({ baseUrl, publishableKey, fetch: sandbox.fetch }, card);
      if (!newCard.ok) throw new Error(`A card of the demo was refused: ${newCard.message}`);
      return newCard.id;
    },
    captchaToken: () => captcha.issue(),
    settle: () => sandbox.settle(),
    decideDisputes: (outcome) => decideDisputes(sandbox, baseUrl, outcome),
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

async function decideDisputes({ fetch }: SandboxGateway, baseUrl: string, outcome: 'won' | 'lost'): Promise<void> {
  const state = await fetch(new Request(`${baseUrl}/inspector/state`));
  const { disputes } = (await state.json()) as { disputes: readonly { id: string; status: string }[] };
  for (const { id, status } of disputes) {
    if (status !== 'needs_response') continue;
    const body = JSON.stringify({ id, outcome });
    await fetch(new Request(`${baseUrl}/inspector/disputes`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
  }
}
