import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { longestKeySeconds } from '#server/admin/keys.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { PlatformError } from '#server/platform-error.ts';
import { readConfig, readStoreConfig, type Config } from '#server/settings/config.ts';
import { adoptGatewayOf } from '#server/start/adopt-gateway.ts';
import { startImageFor } from '#server/start/start-images.ts';
import { createLog } from '#server/tracing/log.ts';
import { clientOn, openOwnStore, type AdminClient } from './admin-client.ts';
import { CommandFailure } from './answers.ts';
import { timeOf } from './argument-forms.ts';
import { examinePlatform, findingLine } from './doctor.ts';
import { addMigrate } from './migrate-verbs.ts';
import { dryRunOf, type Verbs } from './verbs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of start images. If the command runs from source, this folder does not exist, and a new data folder starts empty. */
const images = join(dirname(fileURLToPath(import.meta.url)), '..', 'start-images');

export function addSetUp(program: Command, { verb, run, irreversible, withClient }: Verbs, environment: Environment): void {
  addMigrate(program, { verb, run, environment });

  const init = verb(
    program,
    'init',
    'Create the data folder or check the database, and print a first key with all scopes, which expires after 400 days',
  ).option('--owner <email>', 'who answers for the key', 'operator@localhost.localdomain');
  init.option('--expires-at <time>', 'when the key ends, at most 400 days ahead', timeOf);
  init.action(() =>
    run(init, async () => {
      const key = await firstKey(init.opts<FirstKeyOptions>(), environment, withClient);
      return { data: { key }, text: `Your first key, shown once: ${key}` };
    }),
  );

  const doctor = verb(program, 'doctor', 'Check database, secrets, gateway, webhook, captcha, provider, email, metrics and clock');
  doctor.action(() =>
    run(doctor, async () => {
      const findings = await examinePlatform(readStoreConfig(environment), environment);
      const failed = findings.some(({ ok }) => !ok);
      const text = findings.map(findingLine).join('\n');
      return { data: { ok: !failed, findings }, text, failed };
    }),
  );

  const gateway = program.command('gateway').description('The payment gateway');
  const adopt = verb(gateway, 'adopt', 'Make this database the owner of a gateway that another database used last');
  const adoptConfirmed = irreversible(adopt, 'do nothing and print the database that would use it');
  const databaseOf = ({ databaseUrl, dataDir }: Config): string => (databaseUrl === null ? dataDir : new URL(databaseUrl).host);
  adopt.action(() =>
    adoptConfirmed(
      'The database that used this gateway last can no longer make payments.',
      async () => {
        const config = readConfig(environment);
        const said = await adoptGatewayOf(config, createLog(config));
        return { data: { adopted: true, message: said }, text: said };
      },
      () => Promise.resolve(dryRunOf('The database that would use the gateway:', { database: databaseOf(readConfig(environment)) })),
    ),
  );
}

interface FirstKeyOptions {
  readonly owner: string;
  readonly expiresAt?: number;
}

/** Creates the first key: directly in the database if no process uses it, otherwise at the running embedded platform. */
async function firstKey({ owner, expiresAt }: FirstKeyOptions, environment: Environment, withClient: Verbs['withClient']): Promise<string> {
  const config = readStoreConfig(environment);
  const create = async ({ call, nowSeconds }: AdminClient): Promise<string> => {
    const body = { name: 'first key', owner, scopes: adminScopes, expires_at: expiresAt ?? (await nowSeconds()) + longestKeySeconds };
    return (await call('createKey', { body })).key;
  };
  if (environment['BILLING_URL'] || environment['BILLING_KEY'])
    try {
      return await withClient(create);
    } catch (error) {
      // If the platform does not know BILLING_KEY, ignores the key. A new database has no keys, so the key belongs to a different platform.
      if (environment['BILLING_URL'] || !(error instanceof PlatformError && error.code === 'unauthenticated')) throw error;
    }
  const image = startImageFor({ mode: config.mode, seed: 'none', gateway: null }, images);
  const store = await openOwnStore(config, { migrates: config.mode === 'embedded', image }).catch((error: unknown) => {
    if (error instanceof FolderInUse) return null;
    throw error;
  });
  if (!store) return withClient(create);
  const client = await clientOn(store, config);
  try {
    const key = await create(client);
    if (!key) throw new CommandFailure('No key was created; try again.');
    return key;
  } finally {
    await client.close();
  }
}
