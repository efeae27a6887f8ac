import { deployed, replaced } from '#tests/support/front-programs.ts';
import type { ClusterCertificates } from './certificates.ts';

interface EtcdNode {
  readonly node: number;
  readonly addresses: readonly string[];
  readonly data: string;
  readonly certificates: ClusterCertificates;
}

/** Returns the environment of a node's etcd: the deployed file with replaced addresses and paths. */
export function etcdEnvironment({ node, addresses, data, certificates }: EtcdNode): Record<string, string> {
  const address = addresses[node] ?? '';
  const members = addresses.map((each, index) => `node-${index}=https://${each}:2380`).join(',');
  const text = replaced(deployed('patroni/etcd.env'), [
    [/^ETCD_NAME=.*$/m, `ETCD_NAME=node-${node}`],
    [/^ETCD_INITIAL_CLUSTER=.*$/m, `ETCD_INITIAL_CLUSTER=${members}`],
    [/10\.0\.0\.11/g, address],
    [/\/etc\/etcd\/authority\.pem/g, certificates.authority],
    [/\/etc\/etcd\/node\.pem/g, certificates.certificate(node)],
    [/\/etc\/etcd\/node\.key/g, certificates.key(node)],
  ]);
  return {
    ...Object.fromEntries([...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])),
    ETCD_DATA_DIR: data,
    // Long intervals, because the machine may be busy.
    ETCD_HEARTBEAT_INTERVAL: '250',
    ETCD_ELECTION_TIMEOUT: '2500',
    ETCD_LOG_LEVEL: 'warn',
  };
}
