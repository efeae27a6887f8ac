import { resolve } from 'node:path';
import { createClock, type Clock } from '#server/clock.ts';
import type { Config } from '#server/settings/config.ts';
import type { Log } from '#server/tracing/log.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { asUnwritable, makeDataFolder } from '#server/database/data-folder.ts';
import type { Store } from '#server/database/database.ts';
import type { SecretBox } from '#server/database/secret-box.ts';
import { sealStoredSecrets } from '#server/store/events/sealed-secrets.ts';
import { openStore } from '#server/database/open.ts';
import { keepSeller, readSetting, writeSetting } from '#server/database/settings.ts';
import { asUnusable } from '#server/database/unusable-database.ts';
import { firstLimits } from '#server/domain/staff/staff-rules.ts';
import { keepFirstLimits } from '#server/store/staff/approval-limits.ts';
import { breakOffEmailHold } from '#server/store/notices/notices.ts';
import { StartError } from './start-error.ts';

export const openConfiguredStore = (config: Config, startImage: string | null, log: Log): Promise<Store> =>
  openStore({
    mode: config.mode,
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    connection: config.connection,
    startImage,
    // In production, operators run migrations as a separate step, because processes of an older version may still be running.
    migrates: config.mode === 'embedded',
    report: (error) => log.error({ err: error }, 'a database connection broke'),
  });

export interface StoreContents {
  /** Organizations to seed into an empty store; if absent, the demo organizations. */
  readonly seeds?: readonly OrganizationSeed[] | undefined;
  /** True to keep the state of the sandbox gateway only in memory. */
  readonly forgetsGateway?: boolean | undefined;
}

interface PrepareParts extends StoreContents {
  readonly secrets: SecretBox;
  readonly isStartImage?: boolean | undefined;
}

/** Prepares the store: encrypts stored secrets, and seeds an empty embedded store. @throws {StartError} if no key decrypts a secret */
export async function prepareStore({ db }: Store, config: Config, log: Log, parts: PrepareParts): Promise<Clock> {
  const { secrets, seeds, forgetsGateway, isStartImage } = parts;
  const embedded = config.mode === 'embedded';
  const clock = createClock(embedded ? ((await readSetting(db, 'clock_offset_ms')) ?? 0) : 0);
  await keepSeller(db, config.seller);
  // In production, only `migrate` re-encrypts secrets, because processes with the previous key may still be running.
  await sealStoredSecrets(db, secrets, { reseals: embedded });
  // Start images contain no limits. A copy of an image gets its limits from the settings at its first start.
  if (isStartImage !== true) await keepFirstLimits(db, firstLimits(config.approvalAboveCents), clock.nowSeconds());
  await writeSetting(db, 'approved_by', config.oidc ? 'provider' : 'keys');
  if (!embedded) return clock;
  await breakOffEmailHold(db, clock.nowSeconds());
  // Imported on demand, because production never seeds.
  const { gatewayFolderIn, seedDemo } = await import('#server/seed/seed.ts');
  const gatewayFolder = config.gateway || forgetsGateway ? null : gatewayFolderIn(config.dataDir);
  if (gatewayFolder !== null) makeDataFolder(resolve(config.dataDir));
  if (config.seed === 'demo') await seedDemo(db, { nowSeconds: clock.nowSeconds(), gatewayFolder, log, seeds });
  return clock;
}

export function explainStartFailure(error: unknown, { dataDir, databaseUrl }: Config): unknown {
  if (error instanceof Error && error.name === 'UnusableData') return new StartError(error.message, { cause: error });
  return asUnwritable(resolve(dataDir), databaseUrl === null ? error : asUnusable(databaseUrl, error));
}
