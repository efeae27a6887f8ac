import { inTurns } from './in-turns.ts';
import type { Store } from './store/database.ts';
import { findIdentity, type IdentityRow } from './store/sessions.ts';

const mostSessions = 5000;

/** Who a session belongs to and what role that member has: asked with every request, and changed hardly ever. */
export interface Identities {
  /** The truth of now. */
  readonly find: (tokenHash: string, slug: string) => Promise<IdentityRow | null>;
  /** What the last answer was; undefined where none is remembered. It may be out of date. */
  readonly last: (tokenHash: string, slug: string) => IdentityRow | undefined;
}

/**
 * Remembers identities. Where the store tells of every change before it is acknowledged, what is remembered is the
 * truth until then; a read under way when such news comes is forgotten as well. Otherwise the truth is read each time.
 */
export async function rememberIdentities(store: Store): Promise<Identities> {
  const ask = inTurns((tokenHash: string, slug: string) => findIdentity(store.db, tokenHash, slug));
  const sessions = new Map<string, Map<string, IdentityRow>>();
  /** Counts the news, so that a read knows whether any came while it was under way. */
  let news = 0;
  await store.watchAccess?.((tokenHash) => {
    news += 1;
    if (tokenHash === null) sessions.clear();
    else sessions.delete(tokenHash);
  });

  const remember = (tokenHash: string, slug: string, row: IdentityRow): void => {
    const ofSession = sessions.get(tokenHash) ?? new Map<string, IdentityRow>();
    sessions.delete(tokenHash);
    sessions.set(tokenHash, ofSession.set(slug, row));
    const [oldest] = sessions.keys();
    if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest);
  };
  const last: Identities['last'] = (tokenHash, slug) => sessions.get(tokenHash)?.get(slug);

  return {
    last,
    find: async (tokenHash, slug) => {
      const known = store.watchAccess && last(tokenHash, slug);
      if (known) return known;
      const before = news;
      const row = await ask(tokenHash, slug);
      if (row && news === before) remember(tokenHash, slug, row);
      else if (!row) sessions.get(tokenHash)?.delete(slug);
      return row;
    },
  };
}
