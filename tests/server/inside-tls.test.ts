import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { freePort } from '#tests/support/free-port.ts';
import { deployed, programAt, replaced, runProgram } from '#tests/support/front-programs.ts';
import { makeCertificates, type ClusterCertificates } from '#tests/support/high-availability/certificates.ts';
import { etcdEnvironment } from '#tests/support/high-availability/etcd.ts';
import { makeCertificate } from '#tests/support/own-tls.ts';
import { startPostgres, unprivileged } from '#tests/support/postgres-server.ts';
import { postgresPrograms } from '#tests/support/programs.mjs';

// Tests TLS between the parts of a deployment, with the deployed files.

const clears: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const clear of clears.splice(0).reverse()) await clear();
});

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-inside-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  clears.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
};

/** Loopback address for this run. The deployed ports are free on this address. */
const address = `127.${20 + (process.pid % 200)}.${(process.pid >> 8) % 250}.11`;

function makeAuthority(folder: string, name: string): ClusterCertificates {
  mkdirSync(join(folder, name));
  return makeCertificates(join(folder, name), [address]);
}

/** Returns the HTTP status, or the error code if the connection fails. */
const ask = (port: number, path: string, authority: string, client?: ClusterCertificates): Promise<number | string> =>
  new Promise((resolve) => {
    const own = client ? { cert: readFileSync(client.certificate(0)), key: readFileSync(client.key(0)) } : {};
    const options = { ca: readFileSync(authority), agent: false, signal: AbortSignal.timeout(5000), ...own };
    const sent = request(`https://${address}:${port}${path}`, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });

const plainStatus = (port: number): Promise<number | null> =>
  fetch(`http://${address}:${port}/version`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => null,
  );

describe.skipIf(programAt('etcd') === null)('etcd of the highly available database', () => {
  it('answers clients and other nodes only by TLS with a certificate of the authority', async () => {
    const folder = makeFolder();
    const [own, foreign] = [makeAuthority(folder, 'own'), makeAuthority(folder, 'foreign')];
    const environment = etcdEnvironment({ node: 0, addresses: [address], data: join(folder, 'data'), certificates: own });
    const child = spawn(programAt('etcd') ?? '', [], { cwd: folder, env: { PATH: process.env['PATH'], ...environment }, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    clears.push(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    const [clients, peers] = [2379, 2380];
    await expect.poll(() => ask(clients, '/health', own.authority, own), { timeout: 20_000 }).toBe(200);

    expect(await ask(clients, '/v2/keys/', own.authority, own)).toBe(200);
    expect(await ask(peers, '/members', own.authority, own)).toBe(200);
    for (const [port, path] of [
      [clients, '/v2/keys/'],
      [peers, '/members'],
    ] as const) {
      expect(await ask(port, path, own.authority)).toMatch(/^(ERR_SSL_\w+|ECONNRESET)$/);
      expect(await ask(port, path, own.authority, foreign)).toMatch(/^(ERR_SSL_\w+|ECONNRESET)$/);
      expect([200, 404]).not.toContain(await plainStatus(port));
    }
  });
});

/**
 * Starts PgBouncer with its Kubernetes file.
 * @param authority CA file with which PgBouncer verifies PostgreSQL
 * @returns a URL without TLS settings
 */
async function startKubernetesPooler(certificates: ClusterCertificates, databaseUrl: string, authority: string): Promise<string> {
  const folder = makeFolder();
  const port = await freePort();
  const [config] = parseAllDocuments(deployed('kubernetes/pgbouncer.yaml')).map((document) => document.toJS());
  const users = join(folder, 'userlist.txt');
  const settings = replaced(config.data['pgbouncer.ini'], [
    [/host=<postgres> port=5432/, `host=127.0.0.1 port=${new URL(databaseUrl).port}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^query_wait_timeout = .*$/m, 'query_wait_timeout = 3'],
    [/\/etc\/pgbouncer\/users\/userlist\.txt/, users],
    [/\/etc\/pgbouncer\/tls\/tls\.crt/, certificates.certificate(0)],
    [/\/etc\/pgbouncer\/tls\/tls\.key/, certificates.key(0)],
    [/\/etc\/pgbouncer\/ca\/ca\.crt/, authority],
  ]);
  writeFileSync(users, '"billing" "word"\n');
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  const { stop } = await runProgram(folder, port, programAt('pgbouncer') ?? '', [join(folder, 'pgbouncer.ini')], unprivileged() ?? {});
  clears.push(stop);
  return `postgres://billing:word@127.0.0.1:${port}/billing`;
}

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

describe.skipIf(programAt('pgbouncer') === null || postgresPrograms() === null || process.env['TEST_DATABASE_URL'] !== undefined)(
  'PgBouncer of Kubernetes',
  () => {
    it('accepts only TLS, and sends a password only to a PostgreSQL whose certificate its authority issued', async () => {
      const folder = makeFolder();
      const [own, foreign] = [makeAuthority(folder, 'own'), makeAuthority(folder, 'foreign')];
      const database = await startPostgres(['ssl=on', `ssl_cert_file=${own.certificate(0)}`, `ssl_key_file=${own.key(0)}`]);
      clears.push(() => database?.stop());
      const direct = `${database?.url}/postgres`;
      await query(direct, 'create role billing login');
      await query(direct, 'create database billing owner billing');
      const verified = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(own.authority)}`;

      const url = await startKubernetesPooler(own, direct, own.authority);
      const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
      expect(await query(url + verified, isEncrypted)).toEqual([{ ssl: true }]);
      await expect(query(url, isEncrypted)).rejects.toThrow(/SSL required/);

      const misled = await startKubernetesPooler(own, direct, foreign.authority);
      await expect(query(misled + verified, isEncrypted)).rejects.toThrow(/certificate verify failed|query_wait_timeout|TLS/);
    });
  },
);

describe.skipIf(programAt('haproxy') === null)('the proxy with a certificate', () => {
  it('leads pages from http to https, and refuses calls in clear text', async () => {
    const folder = makeFolder();
    const { cert, key } = makeCertificate(folder);
    const [port, tlsPort] = [await freePort(), await freePort()];
    const settings = replaced(deployed('haproxy.cfg'), [
      [/^ {2}bind :8080$/m, `  bind 127.0.0.1:${port}`],
      [/^ {2}bind :8443 ssl/m, `  bind 127.0.0.1:${tlsPort} ssl`],
    ]);
    writeFileSync(join(folder, 'web.pem'), Buffer.concat([cert, key]));
    writeFileSync(join(folder, 'haproxy.cfg'), settings);
    const env = { ...process.env, BILLING_CERTIFICATE: join(folder, 'web.pem') };
    const { stop } = await runProgram(folder, port, programAt('haproxy') ?? '', ['-db', '-f', join(folder, 'haproxy.cfg')], { env });
    clears.push(stop);
    const ask = async (path: string): Promise<[number, string | null]> => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      return [status, headers.get('Location')];
    };
    for (const path of ['/', '/org/acme/billing?panel=plan', '/sign-in'])
      expect([path, await ask(path)]).toEqual([path, [308, `https://127.0.0.1:${port}${path}`]]);
    for (const path of ['/platform/profile', '/admin/v1/usage', '/webhooks/gateway', '/%70latform/profile', '//admin/v1/usage'])
      expect([path, await ask(path)]).toEqual([path, [403, null]]);
  });
});
