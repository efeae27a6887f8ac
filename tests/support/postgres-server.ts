import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { postgresPrograms } from './programs.mjs';

export interface PostgresServer {
  /** URL of the cluster without a database name. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Returns the system user of the PostgreSQL package, because PostgreSQL refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function accepting(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Starts a shell that stops and deletes the cluster when its input closes. The input closes when this process ends. */
function endWithThisProcess(pid: number, folder: string, user: ReturnType<typeof unprivileged>): ChildProcess {
  const script = 'cat >/dev/null; kill -INT "$0"; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$1"';
  const guard = spawn('sh', ['-c', script, String(pid), folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...user,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

/** Starts a temporary cluster, or uses the cluster at `TEST_DATABASE_URL` and keeps its databases. Null if PostgreSQL isn't installed. */
export async function startPostgres(more: readonly string[] = []): Promise<PostgresServer | null> {
  const databaseUrl = process.env['TEST_DATABASE_URL'];
  if (databaseUrl) return { url: new URL('.', databaseUrl).href.replace(/\/$/, ''), stop: () => Promise.resolve() };
  const programs = postgresPrograms();
  if (!programs) return null;
  const folder = mkdtempSync(join(tmpdir(), 'billing-postgres-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, stdio: 'ignore' as const, ...user };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'platform', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'], options);

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'jit=off',
    ...more,
  ];
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    options,
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const guard = endWithThisProcess(child.pid ?? 0, folder, user);
  const stop = async (): Promise<void> => {
    guard.kill('SIGKILL');
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://platform@127.0.0.1:${port}`;
  const early = ended.then(() => Promise.reject(new Error('PostgreSQL ended before it accepted a connection')));
  try {
    await Promise.race([accepting(`${url}/postgres`), early]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

let databases = 0;

/** Creates an empty database or a copy of a template. Returns its URL. */
export async function createDatabase(url: string, template = 'template1'): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return `${url}/${name}`;
}

/** On a socket, a small statement costs half as much as over TCP. */
export async function overSocket(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ unix_socket_directories: string }>('show unix_socket_directories');
  await client.end();
  return `${url}?host=${encodeURIComponent(rows[0]?.unix_socket_directories ?? '')}`;
}
