import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '#server/database/database.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { startArchivedPostgres, type ArchivedPostgres } from '#tests/support/archived-postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { deployed, programAt, replaced, runProgram, type FrontProgram } from '#tests/support/front-programs.ts';
import { handOn, listenByTls, makeCertificate, type TlsServer } from '#tests/support/own-tls.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

// Runs Debian's Prometheus and exporters with the deployed files. Only the addresses are different.

const token = 'a-token-for-figures';
const programs = ['prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter', 'amtool'];
const ready = inject('postgresUrl') !== null && programs.every((name) => programAt(name) !== null);

describe.skipIf(!ready)('monitoring as deployed', () => {
  let folder: string;
  let cluster: ArchivedPostgres;
  let platform: TestPlatform;
  let outside: TlsServer;
  let prometheusUrl: string;
  const started: FrontProgram[] = [];
  const tokenFile = () => join(folder, 'token');

  const start = async (
    name: string,
    words: (port: number, home: string) => string[],
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<number> => {
    const home = mkdtempSync(join(tmpdir(), 'billing-monitoring-'));
    const port = await freePort();
    started.push(await runProgram(home, port, programAt(name) ?? '', words(port, home), { env }));
    return port;
  };
  const ask = async (query: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    const answer = await fetch(`${prometheusUrl}/api/v1/query?query=${encodeURIComponent(query)}`);
    return ((await answer.json()) as { data: { result: [] } }).data.result;
  };
  const valueOf = async (query: string): Promise<number | null> => {
    const [first] = await ask(query);
    return first ? Number(first.value[1]) : null;
  };
  const firing = async (): Promise<string[]> => (await ask('ALERTS')).map(({ metric }) => metric['alertname'] ?? '');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billing-monitoring-'));
    cluster = await startArchivedPostgres();
    platform = await startPlatform(
      'postgres',
      { METRICS_TOKEN: token, DATABASE_URL: await createDatabase(cluster.url), SEED: 'none' },
      { automatic: false },
    );
    const certificate = makeCertificate(folder);
    outside = await listenByTls(
      certificate,
      handOn(() => platform.origin),
    );
    const machine = await start('prometheus-node-exporter', (port) => [`--web.listen-address=127.0.0.1:${port}`]);
    const blackbox = await start(
      'prometheus-blackbox-exporter',
      (port, home) => {
        cpSync('src/server/deploy/blackbox.yml', join(home, 'blackbox.yml'));
        return [`--config.file=${join(home, 'blackbox.yml')}`, `--web.listen-address=127.0.0.1:${port}`];
      },
      { ...process.env, SSL_CERT_FILE: certificate.file },
    );
    writeFileSync(tokenFile(), token);
    writeFileSync(join(folder, 'alerts.yaml'), deployed('alerts.yaml'));
    const host = new URL(platform.origin).host;
    writeFileSync(
      join(folder, 'prometheus.yml'),
      replaced(deployed('prometheus.yml'), [
        [/scrape_interval: 15s/, 'scrape_interval: 1s'],
        [/evaluation_interval: 15s/, 'evaluation_interval: 1s'],
        [/rule_files: .*/, `rule_files: [${join(folder, 'alerts.yaml')}]`],
        [/\/etc\/prometheus\/billing-metrics-token/, tokenFile()],
        [/\['127\.0\.0\.1:4101', '127\.0\.0\.1:4102'\]/, `['${host}']`],
        [/127\.0\.0\.1:9100/, `127.0.0.1:${machine}`],
        [/127\.0\.0\.1:9115/, `127.0.0.1:${blackbox}`],
        [/https:\/\/<billing\.example\.com>/, outside.origin],
      ]),
    );
    const port = await start('prometheus', (at, home) => {
      mkdirSync(join(home, 'data'));
      const words = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(home, 'data')}`];
      return [...words, `--web.listen-address=127.0.0.1:${at}`];
    });
    prometheusUrl = `http://127.0.0.1:${port}`;
  }, 120_000);

  afterAll(async () => {
    for (const program of started.toReversed()) await program.stop();
    await outside?.stop();
    await platform?.stop();
    await cluster?.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets figures of every target with the token, and none with another', async () => {
    await expect
      .poll(async () => (await ask('up == 1')).map(({ metric }) => metric['job']).toSorted(), { timeout: 60_000 })
      .toEqual(['billing', 'billing-outside', 'machines']);
    await expect.poll(firing, { timeout: 30_000 }).not.toContain('PlatformDown');
    writeFileSync(tokenFile(), 'another-token-entirely');
    await expect.poll(firing, { timeout: 30_000 }).toContain('PlatformDown');
    writeFileSync(tokenFile(), token);
    await expect.poll(firing, { timeout: 30_000 }).not.toContain('PlatformDown');
  });

  it('has the figures of machines and certificates that alerts ask for', async () => {
    await expect.poll(() => valueOf('probe_success{job="billing-outside"}'), { timeout: 30_000 }).toBe(1);
    expect(await valueOf('(probe_ssl_earliest_cert_expiry - time()) / 86400')).toBeGreaterThan(50);
    expect(
      await valueOf('count(node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|squashfs"} / node_filesystem_size_bytes)'),
    ).toBeGreaterThan(0);
    await outside.stop();
    await expect.poll(() => valueOf('probe_success{job="billing-outside"}'), { timeout: 30_000 }).toBe(0);
    await expect.poll(firing, { timeout: 30_000 }).toContain('PageUnreachable');
  });

  it('tells the age of the archive, and what a replica lacks that is away', async () => {
    await expect.poll(() => valueOf('database_archive_age_seconds'), { timeout: 30_000 }).toBeLessThan(600);
    expect(await valueOf('database_replication_lag_bytes')).toBeNull();
    const { db } = platform.context;
    await db.execute("select pg_create_physical_replication_slot('away', true)");
    const [written] = rowsOf<{ bytes: number }>(
      await db.execute(`with start as (select pg_current_wal_lsn() as lsn), logged as materialized (
          select pg_logical_emit_message(false, 'test', repeat('x', 3000000)) from start)
        select 3000000 as bytes from logged`),
    );
    await expect.poll(() => valueOf('database_replication_lag_bytes'), { timeout: 30_000 }).toBeGreaterThan(written?.bytes ?? Infinity);
    await db.execute("select pg_drop_replication_slot('away')");
    await expect.poll(async () => valueOf('database_replication_lag_bytes'), { timeout: 30_000 }).toBeNull();
  });

  it('no rule fails, and Alertmanager takes its example', async () => {
    const answer = (await (await fetch(`${prometheusUrl}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    };
    const rules = answer.data.groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(45);
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    expect(execFileSync('amtool', ['check-config', 'src/server/deploy/alertmanager.yml'], { encoding: 'utf8' })).toContain('SUCCESS');
    const route = (...labels: string[]): string =>
      spawnSync('amtool', ['config', 'routes', 'test', '--config.file=src/server/deploy/alertmanager.yml', ...labels], {
        encoding: 'utf8',
      }).stdout.trim();
    expect([route('severity=page'), route('severity=ticket')]).toEqual(['pages', 'tickets']);
    const { receivers } = parse(deployed('alertmanager.yml')) as { receivers: { name: string }[] };
    expect(receivers.map(({ name }) => name)).toEqual(['pages', 'tickets']);
  });
});
