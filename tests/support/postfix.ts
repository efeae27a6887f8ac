import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { freePort } from './free-port.ts';

// Runs Debian's postfix with separate configuration, queue and mailboxes. Requires root.

export const hasPostfix = existsSync('/usr/sbin/postfix') && process.getuid?.() === 0;

export interface Postfix {
  readonly port: number;
  readonly mailbox: (domain: string) => Promise<ParsedMail[]>;
  readonly cameBack: () => string[];
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Defers the first attempt for grey@ addresses, in postfix's policy protocol. */
async function startGreylist() {
  const seen = new Set<string>();
  const server = createServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, recipient = ''] = /^recipient=(.*)$/m.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        const waits = recipient.startsWith('grey@') && !seen.has(recipient);
        seen.add(recipient);
        socket.write(`action=${waits ? 'defer 4.2.0 Greylisted, see you later' : 'dunno'}\n\n`);
      }
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The greylist has no port');
  return { port: address.port, stop: () => void server.close() };
}

const domains = ['one', 'two', 'three', 'four', 'else'] as const;

/** Returns postfix's settings: one mailbox per domain; gone@ is unknown and refuse@ is rejected. */
const mainSettings = (folder: string, greylist: number): Readonly<Record<string, string>> => ({
  compatibility_level: '3.6',
  queue_directory: join(folder, 'queue'),
  data_directory: join(folder, 'data'),
  command_directory: '/usr/sbin',
  daemon_directory: '/usr/lib/postfix/sbin',
  maillog_file: join(folder, 'log'),
  maillog_file_prefixes: folder,
  mail_owner: 'postfix',
  setgid_group: 'postdrop',
  myhostname: 'mail.relay.example',
  mydestination: '',
  inet_interfaces: '127.0.0.1',
  inet_protocols: 'ipv4',
  mynetworks: '127.0.0.0/8',
  alias_maps: '',
  relay_domains: 'later.example platform.example',
  transport_maps: `texthash:${folder}/transport`,
  virtual_mailbox_domains: domains.map((name) => `${name}.example`).join(' '),
  virtual_mailbox_base: join(folder, 'mailboxes'),
  virtual_mailbox_maps: `regexp:${folder}/mailboxes.map`,
  virtual_uid_maps: `static:${ownUser().uid}`,
  virtual_gid_maps: `static:${ownUser().gid}`,
  smtpd_relay_restrictions: 'permit_mynetworks, reject_unauth_destination',
  smtpd_recipient_restrictions: `reject_unlisted_recipient, check_recipient_access regexp:${folder}/unwanted, check_policy_service inet:127.0.0.1:${greylist}`,
  'came-back_destination_recipient_limit': '1',
});

const ownUser = (): { readonly uid: number; readonly gid: number } => {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const services = (port: number, folder: string): string => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
came-back unix - n n - 1 pipe flags=q user=nobody argv=/bin/sh ${folder}/came-back.sh
`;

/** @param laterPort port of the server for later.example, to which postfix relays emails */
export async function startPostfix(laterPort: number): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-postfix-'));
  chmodSync(folder, 0o755);
  const greylist = await startGreylist();
  const port = await freePort();
  const { uid, gid } = ownUser();
  const postfixUser = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }));
  for (const name of ['queue', 'data', 'mailboxes', 'came-back']) mkdirSync(join(folder, name));
  chownSync(join(folder, 'data'), postfixUser, 0);
  for (const name of ['mailboxes', 'came-back']) chownSync(join(folder, name), uid, gid);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write(
    'main.cf',
    Object.entries(mainSettings(folder, greylist.port))
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  write('master.cf', services(port, folder));
  write('mailboxes.map', `if !/^gone@/\n${domains.map((name) => `/@${name}\\.example$/ ${name}/\n`).join('')}endif\n`);
  write('unwanted', '/^refuse@four/ 554 5.7.1 Not wanted here\n');
  write('transport', `later.example smtp:[127.0.0.1]:${laterPort}\nplatform.example came-back:\n`);
  write('came-back.sh', `cat > ${folder}/came-back/$$.part && mv ${folder}/came-back/$$.part ${folder}/came-back/$$\n`);
  const child = spawn('/usr/sbin/postfix', ['-c', folder, 'start-fg'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'exit');
  const log = (): string => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`postfix ended: ${said}\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const filesIn = (name: string): string[] => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : []);
  return {
    port,
    log,
    mailbox: (domain) => {
      const place = join('mailboxes', domain.replace('.example', ''), 'new');
      return Promise.all(filesIn(place).map((name) => simpleParser(readFileSync(join(folder, place, name)))));
    },
    cameBack: () =>
      filesIn('came-back')
        .filter((name) => !name.endsWith('.part'))
        .map((name) => readFileSync(join(folder, 'came-back', name), 'utf8')),
    stop: async () => {
      execFileSync('/usr/sbin/postfix', ['-c', folder, 'stop'], { stdio: 'ignore' });
      await ended;
      greylist.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
