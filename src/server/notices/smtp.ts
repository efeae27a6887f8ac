import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { productName } from '#lib/product.ts';
import type { EmailSettings } from '#server/settings/email-settings.ts';
import type { EmailResult, EmailTransport } from './transport.ts';

const lanes = 5;
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** Returns the TLS options. TLS is required unless the mail server is on this machine. */
const tlsOf = (isRequired: boolean) => (isRequired ? { requireTLS: true } : {});

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Codes that always count as failures of the mail server, even after an SMTP response: failed authentication and missing TLS. */
const ofServer: ReadonlySet<string> = new Set(['EAUTH', 'ETLS']);

/** Classifies an SMTP failure: `bounced` for codes such as 550 5.1.1, `refused` for other 5xx codes, `down` if there is no response. */
export function meaningOf({ code = 'failed', responseCode, response = '' }: SmtpFailure): EmailResult & { ok: false } {
  if (responseCode === undefined || ofServer.has(code)) return { ok: false, why: 'down', code };
  const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const named = enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  if (responseCode < 500) return { ok: false, why: responseCode === 421 ? 'down' : 'later', code: named };
  const isAddress = enhanced === undefined ? code === 'EENVELOPE' : /^5\.(1|2)\./.test(enhanced);
  return { ok: false, why: isAddress ? 'bounced' : 'refused', code: named };
}

/** Each email has only one recipient, so that recipients do not see each other's addresses. */
export function createSmtp({ url, from, requiresTls }: EmailSettings): EmailTransport {
  const server = createTransport(
    { url, ...patience, pool: true, maxConnections: lanes, ...tlsOf(requiresTls) },
    {
      from: { name: productName, address: from },
    },
  );
  return {
    lanes,
    isTransactional: false,
    close: () => server.close(),
    send: async ({ id, to, subject, text, html, attachments }) => {
      try {
        await server.sendMail({
          messageId: id,
          // Asks for bounce reports. A report must name this email and its recipient, and contain only the headers of the email.
          dsn: { id: id.slice(1, -1), return: 'headers', notify: 'failure', recipient: to },
          // The address is an object, because nodemailer would parse a string as a list of addresses.
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content: Buffer.from(content) })),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'en' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { ok: true };
      } catch (error) {
        return meaningOf(error as SmtpFailure);
      }
    },
  };
}

/** A message that never ends, so the server discards it on disconnect. @param onStart called when the server accepts the envelope */
const endlessMessage = (onStart: () => void): Readable => new Readable({ read: onStart });

/** Starts a message from the sender to itself, without finishing it. @returns an error code; null if the server accepts it */
export function checkSmtp({ url, from, requiresTls }: EmailSettings, withinMs: number): Promise<string | null> {
  const limits = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...tlsOf(requiresTls),
    ...limits,
  });
  return new Promise<string | null>((resolve) => {
    const fail = (error: SmtpFailure): void => resolve(error.code ?? 'failed');
    const begin = (): void =>
      connection.send(
        { from, to: [from] },
        endlessMessage(() => resolve(null)),
        (error) => {
          const { command, response = '' } = (error ?? {}) as SmtpFailure & { command?: string };
          // An error at `RCPT TO` is fine, because it comes after the server has accepted the login and the sender.
          if (command === 'RCPT TO') resolve(null);
          else resolve(command === 'MAIL FROM' ? `MAIL FROM: ${response}` : ((error as SmtpFailure | null)?.code ?? 'failed'));
        },
      );
    connection.once('error', fail);
    connection.connect((error) => {
      if (error) return fail(error as SmtpFailure);
      if (username === '') return begin();
      const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
      return connection.login({ credentials }, (refusal) => (refusal ? fail(refusal as SmtpFailure) : begin()));
    });
  }).finally(() => connection.close());
}
