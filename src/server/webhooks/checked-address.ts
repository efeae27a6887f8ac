import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

type ResolveHost = (host: string) => Promise<readonly HostAddress[]>;

const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true });

const dnsPatienceMs = 3000;

/**
 * Asks name servers directly. A slow lookup by the system would block a shared thread.
 * @param servers default: the name servers of the system
 */
export function resolveByServers(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: dnsPatienceMs, tries: 2 });
  if (servers) resolver.setServers([...servers]);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = (answer: PromiseSettledResult<string[]>, family: number): HostAddress[] =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
    return [...found(four, 4), ...found(six, 6)];
  };
}

/** Private, reserved and tunneled IPv4 and IPv6 networks, and this machine. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

/** Global unicast, the only public range of IPv6. */
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

export interface AddressRules {
  readonly allowsPrivate: boolean;
  /** Null allows all ports. */
  readonly ports: readonly number[] | null;
  readonly resolve: ResolveHost;
}

interface AddressSettings {
  readonly mode: 'embedded' | 'production';
  readonly webhookPorts: AddressRules['ports'];
}

/** The embedded mode also allows this machine and its local network. */
export const addressRules = ({ mode, webhookPorts: ports }: AddressSettings): AddressRules =>
  mode === 'embedded'
    ? { ports, allowsPrivate: true, resolve: resolveBySystem }
    : { ports, allowsPrivate: false, resolve: resolveByServers() };

type CheckedAddress =
  | { readonly ok: true; readonly addresses: readonly [HostAddress, ...HostAddress[]] }
  | { readonly ok: false; readonly code: 'private_address' | 'unknown_host' | 'refused_port' };

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** Resolves the host once. Refuses it if any address is not public, because the owner of the host chooses all addresses. */
export async function checkAddress(url: URL, { allowsPrivate, ports, resolve }: AddressRules): Promise<CheckedAddress> {
  if (ports !== null && !ports.includes(portOf(url))) return { ok: false, code: 'refused_port' };
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  const addresses = family > 0 ? [{ address: literal, family }] : await resolve(literal).catch(() => []);
  const [first, ...others] = addresses;
  if (!first) return { ok: false, code: 'unknown_host' };
  if (!allowsPrivate && addresses.some(({ address }) => !isPublicAddress(address))) return { ok: false, code: 'private_address' };
  return { ok: true, addresses: [first, ...others] };
}
