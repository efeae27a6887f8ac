import { isIP } from 'node:net';
import type { Config } from './config.ts';
import { isLoopback } from './transport-settings.ts';

/** Wildcard addresses, which listen on all interfaces and are no valid browser URL. */
const everyAddress = new Set(['0.0.0.0', '::']);

export function originAt(host: string, port: number): string {
  const name = everyAddress.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Returns the server's origin for emails and the start message: PUBLIC_ORIGIN, or the listening address. Independent of any request. */
export const originOf = ({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string =>
  publicOrigin ?? originAt(host === '127.0.0.1' ? 'localhost' : host, port);

/** Uses a requested loopback name, or an IP address if it listens on all interfaces. Owners of domains can point them at any machine. */
export function originFor(config: Pick<Config, 'publicOrigin' | 'host' | 'port'>, address: string): string {
  const serverOrigin = originOf(config);
  if (config.publicOrigin !== null) return serverOrigin;
  const { hostname, origin } = new URL(address);
  const isAddress = everyAddress.has(config.host) && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isSameServer(serverOrigin, isAddress ? origin.replace(hostname, 'localhost') : origin) ? origin : serverOrigin;
}

/** Whether both URLs belong to one server: equal origins, or two loopback names with one port. */
export function isSameServer(ownAddress: string, address: string): boolean {
  const [first, second] = [new URL(ownAddress), new URL(address)];
  const isOfThisMachine = isLoopback(first.hostname) && isLoopback(second.hostname);
  return first.origin === second.origin || (isOfThisMachine && first.protocol === second.protocol && first.port === second.port);
}
