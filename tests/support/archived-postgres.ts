import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { accepting, unprivileged } from './postgres-server.ts';
import { postgresPrograms } from './programs.mjs';

/** A cluster with log archiving as in compose.yaml, for restore tests. */
export interface ArchivedPostgres {
  readonly url: string;
  readonly backUp: () => void;
  /** Stops the cluster permanently after its last log segment was archived. */
  readonly lose: () => Promise<void>;
  readonly restoreTo: (moment: string) => Promise<string>;
  /** The standby uses a replication slot and simulates a second site. */
  readonly follow: () => Promise<FollowingPostgres>;
  /** Kills the cluster, as if the machine had failed. After that, it archives no WAL and sends nothing to its standby. */
  readonly crash: () => Promise<void>;
  readonly clear: () => Promise<void>;
}

export interface FollowingPostgres {
  readonly url: string;
  /** Simulates a network outage: the standby stops until `start` is called. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly promote: () => Promise<void>;
}

function archiveCommand(archive: string): string {
  const [, command = ''] = /archive_command=(.+)/.exec(readFileSync('src/server/deploy/compose.yaml', 'utf8')) ?? [];
  return command.replaceAll('/archive/', `${archive}/`);
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const programs = postgresPrograms() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'billing-archived-'));
  const [data, archive, base, replica] = ['data', 'archive', 'base', 'replica'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  mkdirSync(archive);
  const user = unprivileged();
  if (user) for (const path of [folder, archive]) chownSync(path, user.uid, user.gid);
  const options = { cwd: folder, stdio: 'ignore' as const, ...user };
  const run = (name: string, ...words: string[]): void => void execFileSync(join(programs, name), words, options);
  const children: ChildProcess[] = [];
  const serve = async (where: string, settings: readonly string[], at?: number): Promise<string> => {
    const port = at ?? (await freePort());
    const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', ...settings];
    children.push(spawn(join(programs, 'postgres'), ['-D', where, '-p', String(port), ...all.flatMap((one) => ['-c', one])], options));
    const url = `postgres://platform@127.0.0.1:${port}`;
    await accepting(`${url}/postgres`);
    return url;
  };
  const ask = async (url: string, statement: string): Promise<unknown[]> => {
    const client = new pg.Client(`${url}/postgres`);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  };
  const end = async (child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };

  run('initdb', '-D', data, '-U', 'platform', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync');
  const url = await serve(data, ['wal_level=replica', 'archive_mode=on', `archive_command=${archiveCommand(archive)}`]);
  return {
    url,
    backUp: () => run('pg_basebackup', '-d', `${url}/postgres`, '--pgdata', base, '--wal-method=none', '--checkpoint=fast', '--no-sync'),
    lose: async () => {
      await ask(url, 'select pg_switch_wal()');
      // Stops the cluster cleanly, so that it archives the remaining log.
      for (const child of children) await end(child);
    },
    restoreTo: async (moment) => {
      appendFileSync(
        join(base, 'postgresql.auto.conf'),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
      );
      writeFileSync(join(base, 'recovery.signal'), '');
      if (user) chownSync(join(base, 'recovery.signal'), user.uid, user.gid);
      const restored = await serve(base, ['archive_mode=off']);
      for (;;) {
        const [row] = await ask(restored, 'select pg_is_in_recovery() as recovering');
        if (!(row as { recovering: boolean }).recovering) return restored;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    follow: async () => {
      const from = ['-d', `${url}/postgres`, '--pgdata', replica, '--checkpoint=fast', '--no-sync'];
      run('pg_basebackup', ...from, '--write-recovery-conf', '--create-slot', '--slot=second_site');
      const port = await freePort();
      const start = async (): Promise<void> => void (await serve(replica, ['archive_mode=off', 'hot_standby=on'], port));
      await start();
      return {
        url: `postgres://platform@127.0.0.1:${port}`,
        stop: async () => end(children.at(-1) as ChildProcess),
        start,
        promote: async () => run('pg_ctl', 'promote', '-D', replica, '--wait'),
      };
    },
    // SIGQUIT stops PostgreSQL immediately: it writes nothing more, not even a checkpoint.
    crash: () => end(children[0] as ChildProcess, 'SIGQUIT'),
    clear: async () => {
      for (const child of children) await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
