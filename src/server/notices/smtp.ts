import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { productName } from '#lib/product.ts';
import type { MailSettings } from '#server/settings/mail-settings.ts';
import type { MailResult, MailTransport } from './transport.ts';

const lanes = 5;
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** Refuses a server that offers no TLS. On this machine the address decides. */
const tlsOf = (isRequired: boolean) => (isRequired ? { requireTLS: true } : {});

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Failures of the way to the server, whatever it answered: the user, or TLS that it does not offer. */
const ofServer: ReadonlySet<string> = new Set(['EAUTH', 'ETLS']);

/** 550 5.1.1 and its like speak of the address; every other 5xx of the mail. What never got an answer is the way's fault. */
export function meaningOf({ code = 'failed', responseCode, response = '' }: SmtpFailure): MailResult & { ok: false } {
  if (responseCode === undefined || ofServer.has(code)) return { ok: false, why: 'down', code };
  const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const named = enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  if (responseCode < 500) return { ok: false, why: responseCode === 421 ? 'down' : 'later', code: named };
  const isAddress = enhanced === undefined ? code === 'EENVELOPE' : /^5\.(1|2)\./.test(enhanced);
  return { ok: false, why: isAddress ? 'bounced' : 'refused', code: named };
}

/** Mail by SMTP. One mail has one recipient: no address learns of another. */
export function createSmtp({ url, from, requiresTls }: MailSettings): MailTransport {
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
          // A report that comes back names this mail and the address that it was sent to, and holds nothing of it but its headers.
          dsn: { id: id.slice(1, -1), return: 'headers', notify: 'failure', recipient: to },
          // As an object: an address is never read as a list of them.
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

/** A message without an end: the server discards it when the connection closes. @param onStart runs once the server has accepted the envelope */
const endlessMessage = (onStart: () => void): Readable => new Readable({ read: onStart });

/**
 * Signs in at the mail server and begins a message from the sender to itself, which is never finished.
 * @returns a code that says why not; null if the server accepts the user and the sender
 */
export function checkSmtp({ url, from, requiresTls }: MailSettings, withinMs: number): Promise<string | null> {
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
          // A refused recipient comes after an accepted sender.
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
