import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { TransactionTimeouts } from './connection-settings.ts';
import type { Database } from './database.ts';

/** Who makes the changes of a request. */
export interface Actor {
  readonly memberId: number | null;
  readonly username: string | null;
  /** The operator's key that acts; absent for a member. */
  readonly keyId?: string;
  readonly call: string;
  /** As the server made it, and as the caller sent one. */
  readonly requestId: string;
  readonly callerRequestId: string | null;
}

const acting = new AsyncLocalStorage<Actor>();

/** Runs a request's work: each of its transactions tells the database who acts. */
export const actingAs = <T>(actor: Actor, work: () => T): T => acting.run(actor, work);

/** Runs work that a request has only set going and that is the platform's own. */
export const actingAsPlatform = <T>(work: () => T): T => acting.exit(work);

/** Who acts now; undefined is the platform itself. */
export const currentActor = (): Actor | undefined => acting.getStore();

/** Makes every transaction of a database tell who acts, and set its timeouts, for the length of that transaction. */
export function tellActors(db: Database, timeouts: TransactionTimeouts = {}): void {
  const begin = db.transaction.bind(db);
  db.transaction = (work, settings) =>
    begin(async (tx) => {
      const set = Object.entries({ ...timeouts, ...actorSetting() });
      // One statement for all of them: each costs a way to the database and back.
      if (set.length > 0)
        await tx.execute(
          sql`select ${sql.join(
            set.map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
            sql`, `,
          )}`,
        );
      return work(tx);
    }, settings);
}

function actorSetting(): Readonly<Record<string, string>> {
  const actor = currentActor();
  if (!actor) return {};
  const { memberId: member, username, keyId: key, call, requestId: request, callerRequestId: callerRequest } = actor;
  return { 'platform.actor': JSON.stringify({ member, username, key, call, request, callerRequest }) };
}
