import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { unprivileged } from './postgres-server.ts';

// Runs Debian's PgBouncer and HAProxy with the deployed files. Only addresses in these files are replaced.

export const deployed = (name: string): string => readFileSync(join('src/server/deploy', name), 'utf8');

export const programAt = (name: string): string | null =>
  [`/usr/sbin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path)) ?? null;

export const hasFrontPrograms = programAt('pgbouncer') !== null && programAt('haproxy') !== null;

export interface FrontProgram {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Starts a program and waits until it listens. Stopping the program also deletes its folder. */
export async function runProgram(
  folder: string,
  port: number,
  command: string,
  words: string[],
  options: SpawnOptions,
): Promise<FrontProgram> {
  let said = '';
  const child: ChildProcess = spawn(command, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a deployed file with replaced addresses. @throws if the file lacks a text that is to be replaced */
export const replaced = (text: string, changes: readonly (readonly [RegExp, string])[]): string =>
  changes.reduce((changed, [form, by]) => {
    if (!form.test(changed)) throw new Error(`${form} stands no more in the deployed file`);
    return changed.replace(form, () => by);
  }, text);

/**
 * @param databaseUrl the database to which PgBouncer connects
 * @param size the size of the connection pool; in a small pool, clients share sessions
 */
export async function startPooler(databaseUrl: string, size: number): Promise<FrontProgram & { readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-pooler-'));
  const port = await freePort();
  const { hostname, port: at, pathname, username } = new URL(databaseUrl);
  const users = join(folder, 'userlist.txt');
  const settings = replaced(deployed('pgbouncer.ini'), [
    [/^billing = .*$/m, `billing = host=${hostname} port=${at} dbname=${pathname.slice(1)}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_type = .*$/m, 'auth_type = trust'],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${size}`],
    [/^reserve_pool_size = .*$/m, 'reserve_pool_size = 0\nunix_socket_dir ='],
  ]);
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  // Uses PostgreSQL's system user, because PgBouncer refuses to run as root.
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const started = await runProgram(folder, port, programAt('pgbouncer') ?? '', [join(folder, 'pgbouncer.ini')], user ?? {});
  return { ...started, url: `postgres://${username}@127.0.0.1:${port}/billing` };
}

export async function startProxy(ports: readonly [number, number]): Promise<FrontProgram & { readonly origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-proxy-'));
  const port = await freePort();
  const settings = replaced(deployed('haproxy.cfg'), [
    [/^ {2}bind :8080$/m, `  bind 127.0.0.1:${port}`],
    [/^ {2}server one .*$/m, `  server one 127.0.0.1:${ports[0]}`],
    [/^ {2}server two .*$/m, `  server two 127.0.0.1:${ports[1]}`],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), settings);
  const started = await runProgram(folder, port, programAt('haproxy') ?? '', ['-db', '-f', join(folder, 'haproxy.cfg')], {});
  return { ...started, origin: `http://127.0.0.1:${port}` };
}
