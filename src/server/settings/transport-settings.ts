import { StartError } from '#server/start/start-error.ts';
import type { SettingValues } from './settings-schema.ts';

/** Names of this machine, for which the operating system never uses a network. */
const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

export const isLoopback = (host: string): boolean => loopback.has(host);

/** PostgreSQL's driver uses the last value of a repeated parameter. */
const lastOf = (url: URL, name: string): string | undefined => url.searchParams.getAll(name).at(-1);

/** Requires verified TLS. Exceptions: a database on this machine, or behind a Unix socket (a folder in the parameter `host`). */
function refusePlainDatabase(address: string): void {
  const url = new URL(address);
  const host = lastOf(url, 'host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host) || lastOf(url, 'sslmode') === 'verify-full') return;
  throw new StartError(
    `DATABASE_URL must have sslmode=verify-full, because ${host} is another machine; add ?sslmode=verify-full, and &sslrootcert=FILE for a certificate authority of your own.`,
  );
}

/** Matches Nodemailer options that can disable TLS or its verification. */
const tlsOptions = /^(ignoreTLS|requireTLS|opportunisticTLS|secure|tls\..+)$/;

function refusePlainEmail(address: string): void {
  const url = new URL(address);
  if (isLoopback(url.hostname)) return;
  const found = [...url.searchParams.keys()].find((name) => tlsOptions.test(name));
  if (found === undefined) return;
  throw new StartError(
    `SMTP_URL must not set ${found}, because ${url.hostname} is another machine; remove it, because TLS is required there.`,
  );
}

export const isProtected = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);

function refusePlainHttp(name: 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'ANALYTICS_URL', address: string): void {
  const url = new URL(address);
  if (isProtected(url)) return;
  throw new StartError(
    `${name} must be an https address, because ${url.hostname} is another machine; use https, or a collector on this machine.`,
  );
}

/** Requires verified TLS for connections to other machines. @throws {StartError} if a setting allows other connections */
export function refusePlainTransport(values: SettingValues): void {
  if (values.DATABASE_URL !== undefined) refusePlainDatabase(values.DATABASE_URL);
  if (values.SMTP_URL !== undefined) refusePlainEmail(values.SMTP_URL);
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ANALYTICS_URL'] as const) {
    const address = values[name];
    if (address !== undefined) refusePlainHttp(name, address);
  }
}

/** The mail server must offer STARTTLS if it runs on another machine. */
export const requiresTls = (smtpUrl: string): boolean => !isLoopback(new URL(smtpUrl).hostname);
