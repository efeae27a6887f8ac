import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

export interface ClusterNetwork {
  readonly addresses: readonly string[];
  readonly inside: (node: number) => readonly string[];
  /** Isolates or reconnects a node; null if this machine does not allow network namespaces. */
  readonly cut: ((node: number, isCut: boolean) => void) | null;
  readonly clear: () => void;
}

const ip = (...words: string[]): void => void execFileSync('ip', words, { stdio: 'pipe' });
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // The namespace or link is already removed.
  }
};

const prefix = 'billing-ha-';
const named = (pid: number, node: number): string => `${prefix}${pid}-${node}`;
/** Returns the name of a network link. Linux allows at most 15 characters. */
const link = (pid: number, name: string): string => `ha${pid}${name}`.slice(-15);

function removeAll(pid: number, count: number): void {
  for (let node = 0; node < count; node += 1) quietly(() => ip('netns', 'del', named(pid, node)));
  quietly(() => ip('link', 'del', link(pid, 'br')));
}

function removeLeft(count: number): void {
  const folder = '/var/run/netns';
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (pid && !existsSync(`/proc/${pid}`)) removeAll(pid, count);
  }
}

/** Creates a network namespace per node and a bridge, or uses loopback addresses if namespaces are not permitted. */
export function makeNetwork(count: number): ClusterNetwork {
  const { pid } = process;
  // Address prefix from the range that RFC 2544 reserves for benchmarks.
  const base = `198.18.${pid % 256}`;
  try {
    removeLeft(count);
    ip('link', 'add', link(pid, 'br'), 'type', 'bridge');
    ip('addr', 'add', `${base}.1/24`, 'dev', link(pid, 'br'));
    ip('link', 'set', link(pid, 'br'), 'up');
    for (let node = 0; node < count; node += 1) {
      const [name, outer] = [named(pid, node), link(pid, `v${node}`)];
      ip('netns', 'add', name);
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', outer, 'master', link(pid, 'br'), 'up');
      ip('-n', name, 'addr', 'add', `${base}.${11 + node}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
    }
  } catch {
    removeAll(pid, count);
    return {
      addresses: Array.from({ length: count }, (_, node) => `127.0.0.${11 + node}`),
      inside: () => [],
      cut: null,
      clear: () => undefined,
    };
  }
  return {
    addresses: Array.from({ length: count }, (_, node) => `${base}.${11 + node}`),
    inside: (node) => ['ip', 'netns', 'exec', named(pid, node)],
    cut: (node, isCut) => ip('link', 'set', link(pid, `v${node}`), isCut ? 'down' : 'up'),
    clear: () => removeAll(pid, count),
  };
}
