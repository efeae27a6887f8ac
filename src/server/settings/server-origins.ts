import { isIP } from 'node:net';
import type { Config } from './config.ts';
import { isLoopback } from './transport-settings.ts';

/** Wildcard addresses listen on all interfaces: a browser can't open them. */
const everyAddress = new Set(['0.0.0.0', '::']);

/** Where a browser of this machine reaches what listens there. */
export function originAt(host: string, port: number): string {
  const name = everyAddress.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * The address of this server that the start prints and that emails link to. Without PUBLIC_ORIGIN it is the address it listens
 * on, whatever the host of a request is.
 */
export const originOf = ({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string =>
  publicOrigin ?? originAt(host === '127.0.0.1' ? 'localhost' : host, port);

/**
 * The same for one request: its host counts only if it is another name of this machine, or an IP address of it if the server
 * listens on all. A domain name is not trusted: its owner can point it at any machine.
 */
export function originFor(config: Pick<Config, 'publicOrigin' | 'host' | 'port'>, address: string): string {
  const serverOrigin = originOf(config);
  if (config.publicOrigin !== null) return serverOrigin;
  const { hostname, origin } = new URL(address);
  const isAddress = everyAddress.has(config.host) && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isSameServer(serverOrigin, isAddress ? origin.replace(hostname, 'localhost') : origin) ? origin : serverOrigin;
}

/** True when both addresses are of one server: equal origins, or two loopback names with one port. */
export function isSameServer(ownAddress: string, address: string): boolean {
  const [first, second] = [new URL(ownAddress), new URL(address)];
  const isOfThisMachine = isLoopback(first.hostname) && isLoopback(second.hostname);
  return first.origin === second.origin || (isOfThisMachine && first.protocol === second.protocol && first.port === second.port);
}
