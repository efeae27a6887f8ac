import { afterEach, expect, it } from 'vitest';
import { isPublicAddress, resolveByServers, type AddressRules } from '#server/webhooks/checked-address.ts';
import { sendMessage, type SendOutcome } from '#server/webhooks/send-message.ts';
import { startNameServer } from '#tests/support/name-server.ts';
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ type: 'invoice.paid', organization: 'acme' });

const opened: { readonly close: () => Promise<void> }[] = [];
const open = async <T extends { readonly close: () => Promise<void> }>(part: Promise<T>): Promise<T> => {
  const one = await part;
  opened.push(one);
  return one;
};
afterEach(async () => {
  for (const part of opened.splice(0)) await part.close();
});
const receiving = async (): Promise<WebhookReceiver> => {
  const receiver = await open(startReceiver());
  receiver.secret = secret;
  return receiver;
};

const onlyPublic: AddressRules = { ports: null, allowsPrivate: false, resolve: resolveByServers(['127.0.0.1:9']) };
const anywhere: AddressRules = { ...onlyPublic, allowsPrivate: true };

const send = (url: string, rules: AddressRules = anywhere, patienceMs = 5000): Promise<SendOutcome> =>
  sendMessage({ url, id: 'evt_1', body, secrets: [secret] }, { ...rules, patienceMs });

it('signs a message by the Standard Webhooks scheme', async () => {
  const receiver = await receiving();
  expect(await send(receiver.url)).toEqual({ error: null, status: 204, answer: '' });
  expect(receiver.unsigned).toEqual([]);
  expect(receiver.received).toMatchObject([{ id: 'evt_1', raw: body, headers: { 'content-type': 'application/json' } }]);
  receiver.secret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(await send(receiver.url)).toMatchObject({ error: 'status', status: 401 });
});

it('follows no redirect', async () => {
  const [first, second] = [await receiving(), await receiving()];
  first.answer = (response) => void response.writeHead(307, { Location: second.url }).end();
  expect(await send(first.url)).toMatchObject({ error: 'redirect', status: 307 });
  expect([first.received.length, second.received.length]).toEqual([1, 0]);
});

it('reads at most a kilobyte of an answer that never ends', async () => {
  const receiver = await receiving();
  receiver.answer = (response) => {
    response.writeHead(500);
    const more = (): void => {
      while (!response.destroyed && response.write('no\0'.repeat(1000)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const outcome = await send(receiver.url);
  expect(outcome).toMatchObject({ error: 'status', status: 500 });
  expect([outcome.answer.length, outcome.answer.slice(0, 6)]).toEqual([1024, 'no no ']);
});

it('waits only so long, for the connection, the answer and the name', async () => {
  const receiver = await receiving();
  receiver.answer = () => undefined;
  expect(await send(receiver.url, anywhere, 200)).toMatchObject({ error: 'timeout', status: null });
  const resolve = (): Promise<never> => new Promise(() => undefined);
  expect(await send('http://slow.example/', { ports: null, allowsPrivate: true, resolve }, 200)).toMatchObject({ error: 'timeout' });
  // The status arrives in time, but the body never ends.
  receiver.answer = (response) => void response.writeHead(200).write('a');
  expect(await send(receiver.url, anywhere, 200)).toEqual({ error: null, status: 200, answer: 'a' });
});

it('says that nothing answers there', async () => {
  const receiver = await startReceiver();
  await receiver.close();
  expect(await send(receiver.url)).toMatchObject({ error: 'unreachable', status: null });
});

const notPublic = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '3fff::1',
  '100::1',
  '5f00::1',
];

it.each(notPublic)('takes %s for no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])('takes %s for one', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]'])(
  'sends nothing to this machine as %s where only public addresses are allowed',
  async (host) => {
    const receiver = await receiving();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    expect(await send(`http://${host}:${receiver.port}/hooks`, { ports: null, allowsPrivate: false, resolve })).toMatchObject({
      error: 'private_address',
      status: null,
    });
    expect(receiver.received).toEqual([]);
  },
);

it('sends nothing to a name with any address that is not public', async () => {
  const receiver = await receiving();
  const names = await open(startNameServer(() => ['8.8.8.8', '127.0.0.1']));
  const rules = { ports: null, allowsPrivate: false, resolve: resolveByServers([names.address]) };
  expect(await send(`http://both.example:${receiver.port}/`, rules)).toMatchObject({ error: 'private_address' });
  expect(receiver.received).toEqual([]);
});

it('connects to the address that it has checked, whatever the name points to by then', async () => {
  const checked = await receiving();
  const other = await open(startReceiver('127.0.0.2', checked.port));
  const names = await open(startNameServer((queryCount) => [queryCount === 0 ? '127.0.0.1' : '127.0.0.2']));
  const resolve = resolveByServers([names.address]);
  const url = `http://rebinding.example:${checked.port}/hooks`;
  expect(await send(url, { ports: null, allowsPrivate: true, resolve })).toMatchObject({ error: null });
  expect([checked.received.length, other.received.length, names.queryCount()]).toEqual([1, 0, 1]);
  expect(checked.received[0]?.headers.host).toBe(`rebinding.example:${checked.port}`);
  // The next attempt resolves the name again and refuses the new, private address.
  expect(await send(url, { ports: null, allowsPrivate: false, resolve })).toMatchObject({ error: 'private_address' });
  expect([checked.received.length, other.received.length, names.queryCount()]).toEqual([1, 0, 2]);
});

it('refuses a name that does not resolve', async () => {
  const names = await open(startNameServer(() => []));
  expect(
    await send('http://nothing.example/', { ports: null, allowsPrivate: false, resolve: resolveByServers([names.address]) }),
  ).toMatchObject({
    error: 'unknown_host',
  });
});
