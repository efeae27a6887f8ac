import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { TransactionTimeouts } from './connection-settings.ts';
import type { Database } from './database.ts';

export interface Actor {
  readonly memberId: number | null;
  readonly username: string | null;
  /** Admin API key that acts; absent for a member. */
  readonly keyId?: string;
  readonly tokenId?: string;
  readonly call: string;
  /** Request ID that the server generated. `callerRequestId` is the request ID that the client sent. */
  readonly requestId: string;
  readonly callerRequestId: string | null;
}

const acting = new AsyncLocalStorage<Actor>();

/** Runs the work of a request. Transactions of this work record the actor in the database. */
export const actingAs = <T>(actor: Actor, work: () => T): T => acting.run(actor, work);

/** Runs work as the platform itself. If the work is started within a request, the actor of that request is not recorded. */
export const actingAsPlatform = <T>(work: () => T): T => acting.exit(work);

/** Undefined for the platform itself. */
export const currentActor = (): Actor | undefined => acting.getStore();

/** Makes every transaction of a database set the current actor and the timeouts. These settings end with the transaction. */
export function tellActors(db: Database, timeouts: TransactionTimeouts = {}): void {
  const begin = db.transaction.bind(db);
  db.transaction = (work, settings) =>
    begin(async (tx) => {
      const set = Object.entries({ ...timeouts, ...actorSetting() });
      // Sets all values in one statement, to save round trips.
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
  const { memberId: member, username, keyId: key, tokenId: token, call, requestId: request, callerRequestId: callerRequest } = actor;
  return { 'platform.actor': JSON.stringify({ member, username, key, token, call, request, callerRequest }) };
}
