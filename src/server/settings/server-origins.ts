import { isIP } from 'node:net';
import type { Config } from './config.ts';
import { isLoopback } from './transport-settings.ts';

/** Wildcard addresses. A server can listen on them, but they are not valid in URLs of browsers. */
const everyAddress = new Set(['0.0.0.0', '::']);

export function originAt(host: string, port: number): string {
  const name = everyAddress.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Origin for emails and the start message: PUBLIC_ORIGIN, or the listening address. No request can change it. */
export const originOf = ({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string =>
  publicOrigin ?? originAt(host === '127.0.0.1' ? 'localhost' : host, port);

/**
 * Returns the requested origin for a loopback name, or for an IP address if the server listens on all addresses. Otherwise, returns the
 * server's origin, because anyone can point a domain to this server.
 */
export function originFor(config: Pick<Config, 'publicOrigin' | 'host' | 'port'>, address: string): string {
  const serverOrigin = originOf(config);
  if (config.publicOrigin !== null) return serverOrigin;
  const { hostname, origin } = new URL(address);
  const isAddress = everyAddress.has(config.host) && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isSameServer(serverOrigin, isAddress ? origin.replace(hostname, 'localhost') : origin) ? origin : serverOrigin;
}

/** Whether two URLs belong to one server: their origins are equal, or both are loopback names with the same port. */
export function isSameServer(ownAddress: string, address: string): boolean {
  const [first, second] = [new URL(ownAddress), new URL(address)];
  const isOfThisMachine = isLoopback(first.hostname) && isLoopback(second.hostname);
  return first.origin === second.origin || (isOfThisMachine && first.protocol === second.protocol && first.port === second.port);
}
