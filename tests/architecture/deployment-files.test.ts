import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readStoreConfig } from '#server/settings/config.ts';
import { settingsSchema } from '#server/settings/settings-schema.ts';
import { programAt } from '#tests/support/front-programs.ts';
import { makeCertificate } from '#tests/support/own-tls.ts';

const home = 'src/server/deploy';
const settings = [...Object.keys(settingsSchema.shape), 'NODE_EXTRA_CA_CERTS'];
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);
const read = (name: string): string => readFileSync(join(home, name), 'utf8');
const yamlIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name));

function parse(path: string): any[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true, strict: true }).map((document) => {
    if ('errors' in document && document.errors.length > 0) throw new Error(`${path}: ${document.errors.join('; ')}`);
    return document.toJS();
  });
}

it('every YAML file is well formed', () => {
  const files = [...yamlIn(home), ...yamlIn('.github')];
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) for (const document of parse(file)) expect([file, typeof document]).toEqual([file, 'object']);
});

type Values = Readonly<Record<string, string | number>>;

function environments(): [from: string, values: Values][] {
  const [compose] = parse(join(home, 'compose.yaml'));
  const ours = Object.entries<any>(compose.services).filter(([, { image }]) => image === 'billing:local');
  expect(ours.map(([name]) => name)).toEqual(['migrate', 'platform-1', 'platform-2']);
  const kubernetes = parse(join(home, 'kubernetes/settings.yaml')).flatMap(({ metadata, data, stringData }) =>
    // Excludes the certificate, because no process reads it from the environment.
    metadata.name === 'billing-ca' ? [] : [[metadata.name, data ?? stringData]],
  );
  const image = [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')),
  );
  return [
    ...ours.map(([name, { environment }]) => [name, environment] as [string, Values]),
    ...(kubernetes as [string, Values][]),
    ['Dockerfile', Object.fromEntries(image)],
  ];
}

it('image, compose and Kubernetes set what the configuration reads, to values that it takes', () => {
  for (const [from, values] of environments()) {
    expect([from, Object.keys(values).filter((name) => !settings.includes(name))]).toEqual([from, []]);
    const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
    // Skips values with placeholders, because operators replace these values.
    const known = Object.fromEntries(texts.filter(([, value]) => !/<.*>|\$\{/.test(value)));
    const parsed = settingsSchema.safeParse(known);
    expect([from, parsed.error?.issues]).toEqual([from, undefined]);
  }
});

it('nothing of the database goes over a network in clear text', () => {
  const addresses = environments().flatMap(([from, { DATABASE_URL: address }]) =>
    address === undefined ? [] : [[from, String(address)] as const],
  );
  expect(addresses.length).toBeGreaterThan(3);
  for (const [from, address] of addresses) {
    const whole = address.replace(/\$\{.*?\}|<password>/, 'x').replace(/<(\w+)>/, '$1.example');
    expect([from, readStoreConfig({ DATABASE_URL: whole }).databaseUrl]).toEqual([from, whole]);
  }
});

it('what a network reaches of the database accepts only TLS', () => {
  expect(read('pgbouncer.ini')).toMatch(/^listen_addr = 127\.0\.0\.1$/m);
  const [{ data }] = parse(join(home, 'kubernetes/pgbouncer.yaml'));
  expect(data['pgbouncer.ini']).toMatch(/^client_tls_sslmode = require$/m);
  expect(data['pgbouncer.ini']).toMatch(/^server_tls_sslmode = verify-full$/m);
  const [patroni] = parse(join(home, 'patroni/patroni.yaml'));
  expect(patroni.postgresql.pg_hba.filter((line: string) => !/^(local|hostssl) /.test(line))).toEqual([]);
  expect(patroni).toMatchObject({
    restapi: { certfile: expect.any(String), keyfile: expect.any(String) },
    etcd: { protocol: 'https', cacert: expect.any(String), cert: expect.any(String), key: expect.any(String) },
  });
  const addresses = [...read('patroni/etcd.env').matchAll(/\b(\w+):\/\//g)].map(([, protocol]) => protocol);
  expect([addresses.length, new Set(addresses)]).toEqual([7, new Set(['https'])]);
  for (const name of ['CLIENT_CERT_AUTH', 'PEER_CLIENT_CERT_AUTH']) expect(read('patroni/etcd.env')).toContain(`ETCD_${name}=true\n`);
  // The proxy serves its metrics without TLS, so it must listen on the loopback address only.
  expect(read('patroni/haproxy.cfg')).toMatch(/^ {2}bind 127\.0\.0\.1:8405$/m);
});

it("Kubernetes gives production everything that it can't be without", () => {
  const all = Object.assign({}, ...environments().flatMap(([from, values]) => (/^billing-(settings|secrets)$/.test(from) ? [values] : [])));
  const needed = [...environmentExample().matchAll(/^# required in production\n(?:#.*\n)*([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(needed.length).toBeGreaterThan(10);
  for (const name of needed) expect(Object.keys(all)).toContain(name);
});

it('ports, names and waiting times agree', () => {
  const port = String(settingsSchema.parse({}).PORT);
  const [compose] = parse(join(home, 'compose.yaml'));
  const [deployment, entry, adminEntry] = parse(join(home, 'kubernetes/platform.yaml'));
  const [container] = deployment.spec.template.spec.containers;
  const { HEALTH_PORT: health, ADMIN_PORT: admin } = parse(join(home, 'kubernetes/settings.yaml'))[0].data;
  expect(compose.services['platform-1'].environment.HEALTH_PORT).toBe(Number(health));
  expect(read('billing@.service')).toMatch(/^Environment=HEALTH_PORT=1%i$/m);
  expect(read('Dockerfile')).toContain(`EXPOSE ${port} ${health}`);
  expect(container.ports).toEqual([
    { name: 'http', containerPort: Number(port) },
    { name: 'health', containerPort: Number(health) },
    { name: 'admin', containerPort: Number(admin) },
  ]);
  expect(adminEntry.spec.ports[0]).toMatchObject({ port: Number(admin), targetPort: 'admin' });
  expect(entry.spec.ports[0].targetPort).toBe('http');
  // Expects no scrape annotations, because they can't contain the token that the metrics path requires.
  expect(Object.keys(deployment.spec.template.metadata.annotations ?? {}).filter((name) => name.startsWith('prometheus.io'))).toEqual([]);
  const [monitor] = parse(join(home, 'kubernetes/monitoring.yaml'));
  expect(entry.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
  const [endpoint] = monitor.spec.endpoints;
  expect([endpoint.port, endpoint.path]).toEqual([entry.spec.ports[1].name, '/metrics']);
  expect(entry.spec.ports[1].targetPort).toBe('health');
  const { name: secretName, key: secretKey } = endpoint.authorization.credentials;
  const secrets = parse(join(home, 'kubernetes/settings.yaml')).find(
    ({ kind, metadata }) => kind === 'Secret' && metadata.name === secretName,
  );
  expect(Object.keys(secrets.stringData)).toContain(secretKey);
  const servers = [...read('haproxy.cfg').matchAll(/^ {2}server \S+ (\S+):(\d+) port (\d+)$/gm)].map(([, ...parts]) => parts);
  expect(servers).toEqual(Object.keys(compose.services).flatMap((name) => (name.startsWith('platform-') ? [[name, port, health]] : [])));
  const poolerPort = /^listen_port = (\d+)$/m.exec(read('pgbouncer.ini'))?.[1];
  const { port: usedPort, searchParams } = new URL(compose.services['platform-1'].environment.DATABASE_URL.replace(/\$\{.*?\}/, 'x'));
  expect([usedPort, searchParams.get('host')]).toEqual([poolerPort, /^unix_socket_dir = (.+)$/m.exec(read('pgbouncer.ini'))?.[1]]);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
    expect(container[probe].httpGet).toMatchObject({ path: probe === 'readinessProbe' ? '/readyz' : '/healthz', port: 'health' });

  const { DRAIN_SECONDS: drain, STOP_SECONDS: stop } = parse(join(home, 'kubernetes/settings.yaml'))[0].data;
  expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) + Number(stop));
  const { environment, stop_grace_period: grace } = compose.services['platform-1'];
  expect(Number.parseInt(grace, 10)).toBeGreaterThan(environment.DRAIN_SECONDS + environment.STOP_SECONDS);
  const service = /^TimeoutStopSec=(\d+)$/m.exec(read('billing@.service'))?.[1];
  expect(Number(service)).toBeGreaterThan(environment.DRAIN_SECONDS + environment.STOP_SECONDS);
  for (const name of ['DRAIN_SECONDS', 'STOP_SECONDS']) expect(read('README.md')).toContain(`\`${name}=${environment[name]}\``);
});

it('every deployment names its proxy, so that addresses without a session are limited', () => {
  const [compose] = parse(join(home, 'compose.yaml'));
  const { ipv4_address: proxy } = compose.services.proxy.networks.default;
  for (const name of ['platform-1', 'platform-2']) expect(compose.services[name].environment.TRUSTED_PROXIES).toBe(`${proxy}/32`);
  expect(compose.networks.default.ipam.config[0].subnet).toBe(proxy.replace(/\d+$/, '0/24'));
  expect(parse(join(home, 'kubernetes/settings.yaml'))[0].data).toHaveProperty('TRUSTED_PROXIES');
  expect(read('billing@.service')).toMatch(/^Environment=TRUSTED_PROXIES=127\.0\.0\.0\/8$/m);
  expect(read('haproxy.cfg')).toMatch(/^ {2}option forwardfor$/m);
});

it("processes have no rights that they don't need", () => {
  const [compose] = parse(join(home, 'compose.yaml'));
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['postgres', 'pgbouncer', 'migrate', 'platform-1', 'proxy', 'mail']),
  );
  for (const [name, service] of Object.entries(compose.services))
    expect([name, service]).toMatchObject([name, { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }]);
  const added = Object.entries<any>(compose.services).flatMap(([name, { cap_add: rights }]) => (rights ? [[name, rights]] : []));
  expect(added).toEqual([['prepare', ['CHOWN']]]);
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});

it('builds an image on the browser files of the previous one, which open pages still load', () => {
  const lines = read('Dockerfile').split('\n');
  const places = ['ARG PREVIOUS=first', 'FROM ${PREVIOUS} AS previous'].map((line) => lines.indexOf(line));
  const kept = ['client', 'builds.json'].map((part) => lines.indexOf(`COPY --from=previous /platform/dist/${part} dist/${part}`));
  const built = lines.findIndex((line) => line.startsWith('RUN node src/server/cli/build.mjs'));
  const order = [...places, ...kept, built];
  expect(order.every((place) => place >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

it('network policies name the pods, and let them reach what they talk to', () => {
  const pods = yamlIn(join(home, 'kubernetes')).flatMap((file) =>
    parse(file).flatMap(({ kind, spec }) => (kind === 'Deployment' || kind === 'Job' ? [spec.template.metadata.labels.app] : [])),
  );
  const policies = parse(join(home, 'kubernetes/network.yaml'));
  expect(new Set(policies.map(({ spec }) => spec.podSelector.matchLabels.app))).toEqual(new Set(pods));
  for (const { kind, spec } of policies) expect([kind, spec.policyTypes]).toEqual(['NetworkPolicy', ['Ingress', 'Egress']]);
  const portsOf = (rules: any[]): number[] => rules.flatMap(({ ports }) => ports.map(({ port }: { port: number }) => port));
  const [{ spec }] = policies;
  const { PORT: port, HEALTH_PORT: health, ADMIN_PORT: admin } = parse(join(home, 'kubernetes/settings.yaml'))[0].data;
  expect(portsOf(spec.ingress)).toEqual([Number(port), Number(health), Number(admin)]);
  const usual = [443, 8443];
  expect(portsOf(spec.egress)).toEqual(
    expect.arrayContaining([53, Number(/^listen_port = (\d+)$/m.exec(read('pgbouncer.ini'))?.[1]), ...usual]),
  );
});

it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the service is exposed at most 2.5 by the measure of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-service-'));
  try {
    copyFileSync(join(home, 'billing@.service'), join(folder, 'billing@.service'));
    const words = ['security', '--offline=true', '--threshold=25', '--no-pager', join(folder, 'billing@4101.service')];
    const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    expect([status, /exposure level .*: [\d.]+/.exec(stdout)?.[0]]).toEqual([0, expect.stringContaining('exposure level')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // V8 needs memory that is writable and executable.
  expect(read('billing@.service')).not.toMatch(/^MemoryDenyWriteExecute=/m);
});

it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd reads every line of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-service-'));
  const verify = (unit: string): string => {
    writeFileSync(join(folder, 'billing@4101.service'), unit);
    return spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'billing@4101.service')], { encoding: 'utf8' }).stderr;
  };
  try {
    // Uses the path of the local Node, because systemd-analyze reports a missing program as an error.
    const unit = read('billing@.service').replace('/usr/local/bin/node', process.execPath);
    expect(verify(unit)).not.toContain('billing@4101.service');
    expect(verify(unit.replace('ProtectSystem=strict', 'ProtectSystems=strict'))).toMatch(/Unknown key .*'ProtectSystems'/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(programAt('haproxy') === null)('the proxy takes its file, and ends TLS where a certificate is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-proxy-'));
  try {
    const { cert, key } = makeCertificate(folder);
    const pem = join(folder, 'web.pem');
    writeFileSync(pem, Buffer.concat([cert, key]));
    const check = (certificate?: string): number | null => {
      const env = { ...process.env, ...(certificate === undefined ? {} : { BILLING_CERTIFICATE: certificate }) };
      return spawnSync(programAt('haproxy') ?? '', ['-c', '-f', join(home, 'haproxy.cfg')], { env }).status;
    };
    expect([check(), check(pem), check(join(folder, 'absent.pem'))]).toEqual([0, 0, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [{ services }] = parse(join(home, 'compose.yaml'));
  expect(services.proxy.ports).toEqual(['80:8080', '443:8443']);
  expect(services.proxy.environment).toEqual({ BILLING_CERTIFICATE: expect.stringMatching(/^\/web\//) });
});

it('package, lock file, Kubernetes, documents and the newest dated changes have one version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { version: string; packages: Record<string, { version: string }> };
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  const files = [...yamlIn(join(home, 'kubernetes')), join(home, 'README.md')];
  const named = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:image: |`)billing:([\w.-]+)|job\/billing-migrate-([\w.-]+)|name: billing-migrate-([\w.-]+)/g,
      ),
    ]
      .flatMap((match) => match.slice(1).filter((tag) => tag !== undefined))
      .map((tag) => [file, tag]),
  );
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter(([, tag]) => tag !== version)).toEqual([]);
  const [newest] = /^## .+$/m.exec(readFileSync('.github/CHANGELOG.md', 'utf8')) ?? [];
  expect(newest).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`));
});

it('the image has a major of Node that the workflow tests', () => {
  const majors = new Set([...read('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major)));
  const [workflow] = parse('.github/workflows/pull-request.yml');
  expect(majors).toEqual(new Set([24]));
  expect(workflow.jobs.test.strategy.matrix.node).toEqual([22, 24]);
});

it('the workflow and the documents run scripts that exist', () => {
  const files = [
    ...yamlIn('.github'),
    ...readdirSync('.github')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `.github/${name}`),
  ];
  for (const file of [...files, join(home, 'README.md'), join(home, 'RUNBOOK.md')])
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/npm run ([\w:-]+)/g))
      expect([file, scripts]).toEqual([file, expect.arrayContaining([name])]);
  for (const name of ['README.md', 'RUNBOOK.md', 'SETTINGS.md', 'OPERATING.md', 'DISASTER-RECOVERY.md'])
    for (const [, path = ''] of read(name).matchAll(/\]\(([\w./-]+?)(?:#[\w-]+)?\)/g))
      expect([name, path, existsSync(join(home, path))]).toEqual([name, path, true]);
});

/** Returns the settings table of SETTINGS.md as the content of .env.example; `vitest -u` rewrites that file. */
function environmentExample(): string {
  const rows = read('SETTINGS.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const plain = (text: string): string =>
    text
      .replaceAll('`', '')
      .replace(/\[(.*?)\]\(.*?\)/g, '$1')
      .trim();
  const blocks = rows.flatMap((row) => {
    const [, names = '', defaults = '', words = ''] = row.split('|');
    const byName = [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
    const values = plain(defaults).split(', ');
    const production = needsInProduction(byName[0] ?? '', words);
    return byName.map((name, index) =>
      [
        ...(production ? ['# required in production'] : []),
        ...(index === 0 && plain(words) ? [`# ${plain(words)}`] : []),
        ...(plain(defaults) ? [`# default: ${values.length === byName.length ? values[index] : plain(defaults)}`] : []),
        name === 'MODE' ? 'MODE=production' : `${name}=`,
      ].join('\n'),
    );
  });
  return `# Made from the table of settings in src/server/deploy/SETTINGS.md, by: npx vitest run tests/architecture/deployment-files.test.ts -u\n# An empty setting is an absent one.\n\n${blocks.join('\n\n')}\n\n# compose.yaml only: the password of the database\nPOSTGRES_PASSWORD=\n`;
}

/** Settings that production requires. The row of MODE in the settings table lists them; their own rows do not mention production. */
const neededByMode = /^(DATABASE_URL|PUBLIC_ORIGIN|STRIPE_SECRET_KEY)$/;
const needsInProduction = (name: string, words: string): boolean => neededByMode.test(name) || words.includes('required in production');

it('.env.example is the table of settings', async () => {
  await expect(environmentExample()).toMatchFileSnapshot('../../.env.example');
});

it('every secret can be turned over: the table says how', () => {
  const [, section = ''] = read('README.md').split('## Turning secrets over');
  const [table = ''] = section.split('\n## ');
  const secrets = settings.filter((name) => /(SECRET|TOKEN|(?<!_PER)_KEY)$|^(DATABASE|SMTP)_URL$/.test(name));
  expect(secrets.length).toBeGreaterThan(8);
  for (const name of secrets) expect(table).toContain(`\`${name}\``);
  // A `_PREVIOUS` secret needs no separate row, because the row of the current secret covers both.
  for (const name of settings.filter((one) => one.endsWith('_PREVIOUS'))) expect(secrets).toContain(name.replace('_PREVIOUS', ''));
});
