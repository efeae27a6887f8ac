import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { createPayments } from '#server/payments/open-payments.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { Database } from '#server/database/database.ts';
import { endAllLeases } from '#server/store/processes.ts';
import type { TestPlatform } from '#tests/support/platform.ts';

class Gone extends Error {}

/** Counts the possible crash points of a process, and makes the process crash at a chosen crash point. */
export interface Life {
  /** Number of crash points so far: before and after each statement, transaction and gateway call. */
  places: number;
  /** Number of the crash point at which the process crashes; null for no crash. */
  diesAt: number | null;
  dead: boolean;
}

function pass(life: Life): void {
  if (life.dead) throw new Gone('this process is gone');
  life.places += 1;
  if (life.places !== life.diesAt) return;
  life.dead = true;
  throw new Gone(`killed at place ${life.places}`);
}

const statements: ReadonlySet<string | symbol> = new Set(['select', 'insert', 'update', 'delete', 'execute']);

/** Simulates a statement that never completes: awaiting the result fails. The result accepts all calls of query builder methods. */
function unanswered(error: unknown): unknown {
  return new Proxy(() => undefined, {
    get: (_, name) => (name === 'then' ? (_resolve: unknown, reject: (reason: unknown) => void) => reject(error) : () => unanswered(error)),
  });
}

function mortalDatabase(db: Database, life: Life): Database {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'transaction') {
        return async (work: (tx: Database) => Promise<unknown>, settings: never) => {
          pass(life);
          const result = await target.transaction(async (tx) => {
            const done = await work(mortalDatabase(tx, life));
            // A crash at this point happens before the commit.
            pass(life);
            return done;
          }, settings);
          pass(life);
          return result;
        };
      }
      return (...args: unknown[]): unknown => {
        try {
          if (statements.has(name)) pass(life);
        } catch (error) {
          return unanswered(error);
        }
        return Reflect.apply(value, target, args);
      };
    },
  });
}

function mortalGateway(gateway: PaymentGateway, life: Life): PaymentGateway {
  return new Proxy(gateway, {
    get: (target, name: keyof PaymentGateway) => {
      const original = target[name] as (...args: unknown[]) => unknown;
      if (name === 'readWebhook') return original;
      return async (...args: unknown[]) => {
        pass(life);
        const result = await original.apply(target, args);
        pass(life);
        return result;
      };
    },
  });
}

export interface MortalProcess {
  readonly life: Life;
  readonly ask: (request: Request) => Promise<Response>;
  readonly reconcile: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** @param bug wraps the process's gateway to seed a bug for the checkers */
export function startProcess({ context }: TestPlatform, bug: (gateway: PaymentGateway) => PaymentGateway): MortalProcess {
  const life: Life = { places: 0, diesAt: null, dead: false };
  const db = mortalDatabase(context.db, life);
  const { clock, log, captcha, origin, gateway } = context.paymentContext;
  const { paymentContext, worker } = createPayments({ db, clock, log, captcha, origin, gateway: mortalGateway(bug(gateway), life) });
  const render = (): Promise<never> => Promise.reject(new Error('no pages here'));
  const app = createApp(
    { ...context, db, paymentContext, payments: { ...context.payments, worker } },
    { render, manifest: null, assets: noAssets },
  );
  return {
    life,
    ask: async (request) => app.fetch(request),
    reconcile: () => worker.reconcile(0).catch(() => undefined),
    end: async () => {
      life.dead = true;
      await worker.stop();
    },
  };
}

/** Releases all leases, because the crashed process was the only process. */
export const afterDeath = ({ context }: TestPlatform): Promise<void> => endAllLeases(context.db);
