import { once } from 'node:events';
import type { Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: ParsedMail;
}

export interface MailServer {
  readonly port: number;
  readonly received: ReceivedEmail[];
  /** Recipients of all `RCPT TO` commands, including refused recipients. */
  readonly named: string[];
  /** `RCPT TO` commands exactly as received. In `named`, punycode is decoded. */
  readonly rcptCommands: string[];
  readonly stop: () => Promise<void>;
}

const failure = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Starts an SMTP server: gone@ is unknown, full@ over quota, grey@ deferred once, refuse@ rejects content, forged@ may not send. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const named: string[] = [];
  const rcptCommands: string[] = [];
  const greeted = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 50,
    onMailFrom: ({ address }, _session, done) =>
      address.startsWith('forged@') ? done(failure(553, '5.7.1 Sender not owned by the user')) : done(),
    onRcptTo: ({ address }, _session, done) => {
      named.push(address);
      if (address.startsWith('gone@')) return done(failure(550, '5.1.1 No such user here'));
      if (address.startsWith('full@')) return done(failure(452, '4.2.2 Mailbox full'));
      if (address.startsWith('grey@') && !greeted.has(address)) {
        greeted.add(address);
        return done(failure(451, '4.7.1 Greylisted, try again later'));
      }
      done();
    },
    onData: (stream, { envelope }, done) => {
      const keep = async (raw: string, from: string, to: readonly string[]): Promise<void> => {
        received.push({ from, to, raw, mail: await simpleParser(raw) });
      };
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const to = envelope.rcptTo.map(({ address }) => address);
        if (to.some((address) => address.startsWith('refuse@'))) return done(failure(554, '5.7.1 Not wanted here'));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const end = (error?: Error): void => void setImmediate(done, error);
        void keep(raw, from, to).then(() => end(), end);
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) =>
    socket.on('data', (chunk) => rcptCommands.push(...(chunk.toString('utf8').match(/^RCPT TO:.*$/gim) ?? []).map((line) => line.trim()))),
  );
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return {
    port: address.port,
    received,
    named,
    rcptCommands,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
