import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { openContext, type Context } from '#server/context.ts';
import { createLog } from '#server/tracing/log.ts';
import { createCardLikeBrowser } from '#sandbox/new-card.ts';
import { defaultBasePath } from '#sandbox/sandbox-gateway.ts';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import { writeSetting } from '#server/database/settings.ts';
import { startProgram, type RunningProgram } from '#tests/support/built-program.ts';
import { booksSoFar } from '#tests/support/money-checker.ts';
import { testCard } from '#tests/support/payer.ts';
import type { StoreKind } from '#tests/support/stores-under-test.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { startStandInGateway, type StandInGateway } from '#tests/support/stand-in-gateway.ts';
import { killOrganizations } from './kill-organizations.ts';

export interface Ground {
  readonly since: number;
  readonly databaseUrl: string;
  readonly start: (name?: string, differs?: Readonly<Record<string, string>>) => Promise<RunningProgram>;
  /** Creates a payment method for a card number, like the browser. @param origin a running process */
  readonly card: (origin: string) => Promise<string>;
  /** Sets the offset of the clocks of gateway and platform; no process may be running. */
  readonly moveClock: (offsetMs: number) => Promise<void>;
  /** Opens the store in this process; no other process may be running. Jobs and the worker run only if `work` starts them. */
  readonly look: <T>(work: (context: Context, charges: () => readonly MoneyEntry[]) => Promise<T>) => Promise<T>;
  readonly clear: () => Promise<void>;
}

/**
 * Opens a store and a gateway. With PGlite, the gateway runs inside the program that the test kills. `live` returns the processes that get
 * events.
 */
export async function openGround(kind: StoreKind, live: () => readonly RunningProgram[]): Promise<Ground> {
  const home = mkdtempSync(join(tmpdir(), 'billing-kills-'));
  const standIn = kind === 'postgres' ? await openStandIn(join(home, 'gateway'), live) : null;
  const database = kind === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '') : '';
  // The limit is so high that no action needs approval.
  const limits = { APPROVAL_ABOVE_CENTS: '100000000' };
  const environment = { DATABASE_URL: database, DATA_DIR: join(home, 'data'), ...limits, ...standIn?.environment };
  const open = (): Promise<Context> => {
    const config = readConfig({ LOG_LEVEL: 'silent', ...environment });
    return openContext(config, inject('startImage'), createLog(config), { seeds: killOrganizations, automatic: false });
  };
  const look: Ground['look'] = async (work) => {
    const context = await open();
    const gateway = standIn?.sandbox ?? context.payments.sandbox?.gateway;
    if (!gateway) throw new Error('There is no gateway to look at');
    try {
      return await work(context, gateway.money);
    } finally {
      await context.close();
    }
  };
  return {
    since: await look(({ db }) => booksSoFar(db)),
    databaseUrl: database,
    start: (name = 'data', differs = {}) => startProgram({ ...environment, DATA_DIR: join(home, name), ...differs }),
    look,
    card: (origin) => (standIn ? standIn.card(testCard.good) : newCard(origin)),
    moveClock: async (offsetMs) => {
      standIn?.moveClock(offsetMs);
      await look(({ db }) => writeSetting(db, 'clock_offset_ms', offsetMs));
    },
    clear: async () => {
      await standIn?.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function newCard(origin: string): Promise<string> {
  const made = await createCardLikeBrowser(
    { baseUrl: origin + defaultBasePath, publishableKey: 'pk_test_sandbox', fetch },
    { number: testCard.good },
  );
  if (!made.ok) throw new Error(made.message);
  return made.id;
}

const openStandIn = (folder: string, live: () => readonly RunningProgram[]): Promise<StandInGateway> =>
  startStandInGateway(folder, async (path, event) => {
    for (const { origin } of live()) {
      const answer = await fetch(origin + path, event).catch(() => null);
      if (answer) return answer;
    }
    throw new Error('No process is up');
  });
