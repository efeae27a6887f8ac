import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';
import type { Walk } from '#a11y/walks/walk.ts';
import { startOrca, type OrcaSession } from './session.ts';
import { tell, type Transcript } from './tell.ts';

export interface Teller {
  /** An error in the program is reported as a fault of the walk. */
  tell(walk: Walk): Promise<Transcript>;
  stop(): Promise<void>;
}

export async function openFor(session: OrcaSession, { origin }: BuiltServer, member: Walk['member']) {
  const context = await session.browser.newContext({ viewport: null, locale: 'en-US', acceptDownloads: true });
  // The compiler inserts calls of this helper into functions that run in the page.
  await context.addInitScript('globalThis.__name = (value) => value');
  if (member !== null) await context.request.post(`${origin}/auth/sandbox`, { data: { member }, headers: { Origin: origin } });
  return {
    page: await context.newPage(),
    close: async () => {
      await context.close();
      await session.heard();
    },
  };
}

async function tellOnce(session: OrcaSession, server: BuiltServer, walk: Walk): Promise<Transcript> {
  const { page, close } = await openFor(session, server, walk.member);
  try {
    return await tell(session, page, server.origin, walk);
  } catch (error) {
    return { text: '', faults: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)], facts: [] };
  } finally {
    await close();
  }
}

/**
 * All walks that do not change data use one server. On a busy machine, Orca's words can be lost, so a walk with faults runs a second time.
 */
export async function startTeller({ tries = 2 } = {}): Promise<Teller> {
  let session = await startOrca();
  const shared = await startBuiltServer();
  const once = async (walk: Walk): Promise<Transcript> => {
    const server = walk.changes === true ? await startBuiltServer() : shared;
    try {
      return await tellOnce(session, server, walk);
    } finally {
      if (server !== shared) await server.stop();
    }
  };
  return {
    async tell(walk) {
      const first = await once(walk);
      if (first.faults.length === 0 || tries === 1) return first;
      await session.stop();
      session = await startOrca();
      return once(walk);
    },
    async stop() {
      await session.stop();
      await shared.stop();
    },
  };
}
