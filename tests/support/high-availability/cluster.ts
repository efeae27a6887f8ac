import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { deployed, programAt, replaced, runProgram } from '#tests/support/front-programs.ts';
import { unprivileged } from '#tests/support/postgres-server.ts';
import { postgresPrograms } from '#tests/support/programs.mjs';
import { makeCertificates } from './certificates.ts';
import { etcdEnvironment } from './etcd.ts';
import { makeNetwork, type ClusterNetwork } from './network.ts';

// Runs three nodes with Debian's etcd, Patroni and PostgreSQL, and one HAProxy, with the deployed files.

const count = 3;
const nodes = Array.from({ length: count }, (_, node) => node);

export const missingPrograms: readonly string[] = ['patroni', 'etcd', 'haproxy', 'setpriv'].filter((name) => programAt(name) === null);

/** Maximum lag in bytes at which a standby counts as up to date during writes. */
const keptUp = 1_000_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

export interface Cluster {
  /** Returns the URL of a database on the leader, through HAProxy. */
  readonly urlOf: (database: string) => string;
  /**
   * Statuses of requests that must be refused: Patroni without TLS, Patroni without password, etcd without certificate. Null: no answer.
   */
  readonly refusesStrangers: () => Promise<{
    readonly plain: number | null;
    readonly anonymous: number | null;
    readonly etcd: number | null;
  }>;
  readonly canCut: boolean;
  /** Returns the index of the leader's node. Ignores the node `except`; null if there is no leader. */
  readonly leader: (except?: number) => Promise<number | null>;
  /** Waits until one node leads and all other nodes follow, one of them as synchronous standby. Returns the leader. */
  readonly whole: () => Promise<number>;
  /** Kills PostgreSQL of a node, optionally also Patroni, as if the machine had failed. */
  readonly kill: (node: number, withPatroni: boolean) => void;
  readonly revive: (node: number) => void;
  /** Isolates a node from the network. If network namespaces are not available, stops the processes of the node instead. */
  readonly cut: (node: number, isCut: boolean) => void;
  readonly switchOver: (from: number) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly figures: () => Promise<string>;
}

interface Options {
  /** Seconds without contact after which a leader is replaced. */
  readonly ttl: number;
  readonly loopWait: number;
  /** If false, the leader commits without a standby's confirmation. This is a seeded fault that the checks must find. */
  readonly isSynchronous?: boolean;
}

const passwords = { superuser: 'password-of-postgres', replicator: 'password-of-replicator', restApi: 'password-of-patroni' } as const;

interface NodeAnswer {
  readonly status: number;
  readonly text: string;
}

/** Calls Patroni's REST API over TLS. Returns null if there is no response. */
const askByTls = (
  url: string,
  ca: Buffer,
  { method = 'GET', body, auth, patienceMs = 3000 }: NodeRequest = {},
): Promise<NodeAnswer | null> =>
  new Promise((resolve) => {
    const options = { method, ca, agent: false, signal: AbortSignal.timeout(patienceMs), ...(auth === undefined ? {} : { auth }) };
    const outgoing = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += String(part)));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', () => resolve(null));
    });
    outgoing.once('error', () => resolve(null));
    outgoing.end(body);
  });

interface NodeRequest {
  readonly method?: string;
  readonly body?: string;
  /** User and password, separated by a colon. */
  readonly auth?: string;
  readonly patienceMs?: number;
}

export async function startCluster({ ttl, loopWait, isSynchronous = true }: Options): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-cluster-'));
  const user = unprivileged();
  const makeFolder = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  makeFolder(folder);
  const network: ClusterNetwork = makeNetwork(count);
  const at = (node: number): string => network.addresses[node] ?? '';
  const home = (node: number): string => join(folder, `node-${node}`);
  const data = (node: number): string => join(home(node), 'data');
  const certificates = makeCertificates(makeFolder(join(folder, 'certificates')), network.addresses);
  const { authority } = certificates;
  const ca = readFileSync(authority);
  const children = new Map<string, ChildProcess>();

  const start = (node: number, name: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): void => {
    const log = openSync(join(home(node), `${name}.log`), 'a');
    const asUser = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const [command = '', ...rest] = [...network.inside(node), ...asUser, programAt(name) ?? '', ...words];
    const { PATH = '', TMPDIR = tmpdir() } = process.env;
    const env = { PATH, TMPDIR, HOME: home(node), LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1', ...environment };
    children.set(`${name}-${node}`, spawn(command, rest, { cwd: home(node), stdio: ['ignore', log, log], env }));
  };
  const startEtcd = (node: number): void =>
    start(node, 'etcd', [], etcdEnvironment({ node, addresses: network.addresses, data: join(home(node), 'etcd'), certificates }));
  const startPatroni = (node: number): void =>
    start(node, 'patroni', [join(home(node), 'patroni.yaml')], {
      PATRONI_NAME: `node-${node}`,
      PATRONI_ETCD_HOSTS: nodes.map((each) => `${at(each)}:2379`).join(','),
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${at(node)}:8008`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${at(node)}:5432`,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_SUPERUSER_SSLMODE: 'verify-full',
      PATRONI_SUPERUSER_SSLROOTCERT: authority,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: passwords.replicator,
      PATRONI_REPLICATION_SSLMODE: 'verify-full',
      PATRONI_REPLICATION_SSLROOTCERT: authority,
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: passwords.restApi,
    });

  for (const node of nodes) {
    makeFolder(home(node));
    const settings = replaced(deployed('patroni/patroni.yaml'), [
      [/^ {2}listen: 0\.0\.0\.0:8008$/m, `  listen: ${at(node)}:8008`],
      [/^ {2}listen: 0\.0\.0\.0:5432$/m, `  listen: ${at(node)}:5432`],
      [/^ {2}data_dir: .*$/m, `  data_dir: ${data(node)}`],
      [/^ {2}parameters:$/m, `  parameters:\n    unix_socket_directories: ${home(node)}`],
      [/\/etc\/patroni\/authority\.pem/g, authority],
      [/\/etc\/patroni\/node\.pem/g, certificates.certificate(node)],
      [/\/etc\/patroni\/node\.key/g, certificates.key(node)],
      [/^ {2}bin_dir: .*$/m, `  bin_dir: ${postgresPrograms() ?? ''}`],
      [/^ {4}ttl: \d+$/m, `    ttl: ${ttl}`],
      [/^ {4}loop_wait: \d+$/m, `    loop_wait: ${loopWait}`],
      ...(isSynchronous
        ? []
        : ([
            [/^ {4}synchronous_mode: true$/m, '    synchronous_mode: false'],
            [/^ {4}synchronous_mode_strict: true$/m, '    synchronous_mode_strict: false'],
          ] as const)),
    ]);
    writeFileSync(join(home(node), 'patroni.yaml'), settings);
    startEtcd(node);
  }
  for (const node of nodes) startPatroni(node);

  const [port, figuresPort] = [await freePort(), await freePort()];
  const front = mkdtempSync(join(tmpdir(), 'billing-front-'));
  const listed = ['one', 'two', 'three'].map(
    (name, node) => [new RegExp(`^ {2}server ${name} .*$`, 'm'), `  server ${name} ${at(node)}:5432`] as const,
  );
  const settings = replaced(deployed('patroni/haproxy.cfg'), [
    [/^ {2}bind :5000$/m, `  bind 127.0.0.1:${port}`],
    [/^ {2}bind 127\.0\.0\.1:8405$/m, `  bind 127.0.0.1:${figuresPort}`],
    [/ca-file \S+/, `ca-file ${authority}`],
    ...listed,
  ]);
  writeFileSync(join(front, 'haproxy.cfg'), settings);
  const proxy = await runProgram(front, port, programAt('haproxy') ?? '', ['-db', '-f', join(front, 'haproxy.cfg')], {});

  const ask = (node: number, path: string, request: NodeRequest = {}): Promise<NodeAnswer | null> =>
    askByTls(`https://${at(node)}:8008${path}`, ca, request);
  const leader = async (except?: number): Promise<number | null> => {
    const answers = await Promise.all(nodes.map(async (node) => (node === except ? null : ask(node, '/primary'))));
    const found = answers.findIndex((answer) => answer?.status === 200);
    return found < 0 ? null : found;
  };
  const isWhole = (members: readonly Member[]): boolean => {
    const leads = members.find(({ role }) => role === 'leader');
    const follow = members.filter(({ role }) => role !== 'leader');
    return (
      leads?.state === 'running' &&
      follow.length === count - 1 &&
      follow.every(
        ({ state, timeline, lag }) =>
          /^(running|streaming)$/.test(state) && timeline === leads.timeline && typeof lag === 'number' && lag < keptUp,
      ) &&
      (!isSynchronous || follow.some(({ role }) => role === 'sync_standby'))
    );
  };
  const postmaster = (node: number): number | null => {
    try {
      return Number(readFileSync(join(data(node), 'postmaster.pid'), 'utf8').split('\n', 1)[0]) || null;
    } catch {
      return null;
    }
  };
  const signal = (pid: number | null | undefined, name: NodeJS.Signals): void => {
    try {
      if (pid) process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  };
  const childrenOf = (parent: number): number[] =>
    readdirSync('/proc').flatMap((pid) => {
      try {
        return /^\d+$/.test(pid) && Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent
          ? [Number(pid)]
          : [];
      } catch {
        return [];
      }
    });
  const said = (node: number): string =>
    ['etcd', 'patroni']
      .map((name) =>
        readFileSync(join(home(node), `${name}.log`), 'utf8')
          .split('\n')
          .slice(-25)
          .join('\n'),
      )
      .join('\n');

  return {
    urlOf: (database) =>
      `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/${database}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`,
    refusesStrangers: async () => {
      const body = JSON.stringify({ leader: 'node-0' });
      const [plain, anonymous, etcd] = await Promise.all([
        fetch(`http://${at(0)}:8008/cluster`, { signal: AbortSignal.timeout(3000) }).then(
          ({ status }) => status,
          () => null,
        ),
        ask(0, '/switchover', { method: 'POST', body }),
        askByTls(`https://${at(0)}:2379/v2/keys/`, ca),
      ]);
      return { plain, anonymous: anonymous?.status ?? null, etcd: etcd?.status ?? null };
    },
    canCut: network.cut !== null,
    leader,
    whole: async () => {
      for (const deadline = Date.now() + 180_000; ;) {
        const leads = await leader();
        const answer = leads === null ? null : await ask(leads, '/cluster');
        const { members = [] } = (answer?.status === 200 ? JSON.parse(answer.text) : {}) as { members?: Member[] };
        if (leads !== null && isWhole(members)) return leads;
        if (Date.now() > deadline) throw new Error(`The cluster is not whole: ${JSON.stringify(members)}\n${nodes.map(said).join('\n\n')}`);
        await pause(300);
      }
    },
    kill: (node, withPatroni) => {
      if (withPatroni) signal(children.get(`patroni-${node}`)?.pid, 'SIGKILL');
      const parent = postmaster(node);
      // Also kills the child processes, because on a failed machine no process answers.
      for (const pid of parent === null ? [] : [parent, ...(withPatroni ? childrenOf(parent) : [])]) signal(pid, 'SIGKILL');
    },
    revive: (node) => {
      const child = children.get(`patroni-${node}`);
      if (child && (child.exitCode !== null || child.signalCode !== null)) startPatroni(node);
    },
    cut: (node, isCut) => {
      if (network.cut) return network.cut(node, isCut);
      const parent = postmaster(node);
      const all = [children.get(`patroni-${node}`)?.pid, children.get(`etcd-${node}`)?.pid, parent, ...(parent ? childrenOf(parent) : [])];
      for (const pid of all) signal(pid, isCut ? 'SIGSTOP' : 'SIGCONT');
    },
    switchOver: async (from) => {
      const body = JSON.stringify({ leader: `node-${from}` });
      for (;;) {
        const auth = `patroni:${passwords.restApi}`;
        const answer = await ask(from, '/switchover', { method: 'POST', body, auth, patienceMs: 60_000 });
        if (answer?.status === 200 || answer?.status === 202) return;
        if (answer?.status !== 412) throw new Error(`The switchover was answered ${answer?.status}: ${answer?.text}`);
        await pause(500);
      }
    },
    figures: async () => {
      const [ofProxy, ofNode] = await Promise.all([fetch(`http://127.0.0.1:${figuresPort}/metrics`), ask(0, '/metrics')]);
      return `${await ofProxy.text()}\n${ofNode?.text}`;
    },
    clear: async () => {
      for (const node of nodes) {
        if (network.cut === null) for (const name of ['patroni', 'etcd']) signal(children.get(`${name}-${node}`)?.pid, 'SIGCONT');
        for (const name of ['patroni', 'etcd']) signal(children.get(`${name}-${node}`)?.pid, 'SIGKILL');
        signal(postmaster(node), 'SIGKILL');
      }
      await proxy.stop();
      const ended = [...children.values()].map(async (child) => {
        while (child.exitCode === null && child.signalCode === null) await pause(20);
      });
      await Promise.all(ended);
      network.clear();
      await pause(200);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
