import { StartError } from '#server/start/start-error.ts';
import type { SettingValues } from './settings-schema.ts';

/** Names of this machine. The operating system routes no packet for them to a network. */
const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** True when only programs of this machine can reach the address. */
export const isLoopback = (host: string): boolean => loopback.has(host);

/** The last value of a parameter, as the driver of PostgreSQL reads it. */
const lastOf = (url: URL, name: string): string | undefined => url.searchParams.getAll(name).at(-1);

/** A socket of this machine is named by its folder, in the parameter `host`. */
function refusePlainDatabase(address: string): void {
  const url = new URL(address);
  const host = lastOf(url, 'host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host) || lastOf(url, 'sslmode') === 'verify-full') return;
  throw new StartError(
    `DATABASE_URL must have sslmode=verify-full, because ${host} is another machine; add ?sslmode=verify-full, and &sslrootcert=FILE for a certificate authority of your own.`,
  );
}

/** Options of the mail library that can turn TLS or its check off. TLS is required without them. */
const tlsOptions = /^(ignoreTLS|requireTLS|opportunisticTLS|secure|tls\..+)$/;

function refusePlainMail(address: string): void {
  const url = new URL(address);
  if (isLoopback(url.hostname)) return;
  const found = [...url.searchParams.keys()].find((name) => tlsOptions.test(name));
  if (found === undefined) return;
  throw new StartError(
    `SMTP_URL must not set ${found}, because ${url.hostname} is another machine; remove it, because TLS is required there.`,
  );
}

/** True for https, and for http to this machine. */
export const isProtected = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);

function refusePlainHttp(name: 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'ANALYTICS_URL', address: string): void {
  const url = new URL(address);
  if (isProtected(url)) return;
  throw new StartError(
    `${name} must be an https address, because ${url.hostname} is another machine; use https, or a collector on this machine.`,
  );
}

/** @throws {StartError} for a connection to another machine that others on the way could read or take over */
export function refusePlainTransport(values: SettingValues): void {
  if (values.DATABASE_URL !== undefined) refusePlainDatabase(values.DATABASE_URL);
  if (values.SMTP_URL !== undefined) refusePlainMail(values.SMTP_URL);
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ANALYTICS_URL'] as const) {
    const address = values[name];
    if (address !== undefined) refusePlainHttp(name, address);
  }
}

/** Whether a mail server must offer TLS, for a connection that begins without it. */
export const requiresTls = (smtpUrl: string): boolean => !isLoopback(new URL(smtpUrl).hostname);
