import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { accepting, unprivileged } from '#tests/support/postgres-server.ts';
import { postgresPrograms } from '#tests/support/programs.mjs';

/**
 * Settings for a database that is being filled. They are fast but unsafe: after a crash, the database is lost and must be created again.
 */
export const fast = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'autovacuum=off',
  'shared_buffers=1GB',
];

/** Settings as deployed: a commit succeeds only when its data is on disk. */
export const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'max_wal_size=4GB', 'shared_buffers=1GB'];

export async function startKept(
  folder: string,
  settings: readonly string[],
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not there');
  const user = unprivileged();
  const data = join(folder, 'postgres');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const options = { cwd: '/', stdio: 'ignore' as const, ...user };
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { recursive: true });
    if (user) chownSync(data, user.uid, user.gid);
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'platform', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      options,
    );
  }
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, 'max_connections=60', 'jit=off', ...settings];
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])], options);
  const url = `postgres://platform@127.0.0.1:${port}`;
  await accepting(`${url}/postgres`);
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // SIGTERM lets open connections finish; SIGINT ends them after two seconds.
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGINT'), 2000);
      await ended;
      clearTimeout(late);
    },
  };
}
