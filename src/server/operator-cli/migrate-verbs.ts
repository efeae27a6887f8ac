import type { Command } from 'commander';
import { newSecretKey, openSecretBox, requireSecretKey } from '#server/database/secret-keys.ts';
import { readStoreConfig } from '#server/settings/config.ts';
import { sealStoredSecrets } from '#server/store/events/sealed-secrets.ts';
import { openOwnStore } from './admin-client.ts';
import { progressBar } from './import-usage.ts';
import type { Verbs } from './verbs.ts';

function migrationSentence(applied: number, replaced: number): string {
  const done = `${applied} ${applied === 1 ? 'migration was' : 'migrations were'} applied`;
  if (replaced === 0 && applied === 0) return 'The database has the schema of this program already: nothing was changed.';
  if (replaced === 0) return `${done}: the database has the schema of this program.`;
  const rest = applied === 0 ? 'nothing else was changed' : done;
  return `The database's list of ${replaced} migrations was replaced by the 2 that they were squashed into, and ${rest}.`;
}

interface MigrateParts extends Pick<Verbs, 'verb' | 'run'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function addMigrate(program: Command, { verb, run, environment }: MigrateParts): void {
  const migrate = verb(
    program,
    'migrate',
    'Migrate the database to the schema of this version; processes of the previous version can keep running',
  );
  migrate.action(() =>
    run(migrate, async () => {
      const bar = process.stderr.isTTY && migrate.opts()['json'] !== true ? progressBar('Migrations') : null;
      let applied = 0;
      let replaced = 0;
      const onMigration = (done: number, all: number): void => {
        applied = all;
        if (done === 1) bar?.start(all, 0);
        bar?.update(done);
        if (done === all) bar?.stop();
      };
      const onTakeover = (listed: number): void => {
        replaced = listed;
      };
      const config = readStoreConfig(environment);
      requireSecretKey(config);
      const store = await openOwnStore(config, { migrates: true, image: null, onMigration, onTakeover });
      let sealed: number;
      try {
        sealed = await sealStoredSecrets(store.db, openSecretBox(config), { reseals: true });
      } finally {
        await store.close();
      }
      const text = `${migrationSentence(applied, replaced)}${sealed === 0 ? '' : ` Secrets sealed with SECRETS_KEY: ${sealed}.`}`;
      return { data: { migrated: true, applied, replaced, sealed }, text };
    }),
  );

  const secretsKey = verb(program, 'secrets-key', 'Print a new value of SECRETS_KEY; nothing is stored or changed');
  secretsKey.action(() =>
    run(secretsKey, () => {
      const key = newSecretKey();
      return Promise.resolve({ data: { key }, text: key });
    }),
  );
}
