import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runScript, startProgram, type RunningProgram } from '#tests/support/built-program.ts';
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';

const home = mkdtempSync(join(tmpdir(), 'billing-webhooks-'));
const environment = { DATA_DIR: join(home, 'data'), SEED: 'none' };
let receiver: WebhookReceiver;
let key = '';

const run = async (words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const printed = await runScript(
    { ...environment, ...more },
    ['dist/server/billing.js', ...words, '--json'],
    ['add', 'rotate'].includes(words[1] ?? ''),
  );
  return { code: printed.code, errors: printed.errors, data: printed.output === '' ? null : JSON.parse(printed.output) };
};
const ask = async ({ origin }: RunningProgram, method: string, path: string, body: unknown): Promise<void> => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${origin}/admin/v1${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
};

beforeAll(async () => {
  receiver = await startReceiver();
  key = (await run(['init'])).data.key;
}, 60_000);
afterAll(async () => {
  await receiver?.close();
  rmSync(home, { recursive: true, force: true });
});

it('a program that is killed between a change and its message sends it after the next start, and the command tells of it', async () => {
  const added = await run([
    'webhook',
    'add',
    receiver.url,
    '--events',
    'organization.created,member.changed',
    '--description',
    'for tests',
  ]);
  expect([added.code, added.data]).toEqual([
    0,
    expect.objectContaining({ status: 'enabled', events: ['organization.created', 'member.changed'] }),
  ]);
  receiver.secret = added.data.secret;
  const { id } = added.data;

  receiver.answer = () => undefined;
  const first = await startProgram(environment);
  await ask(first, 'PUT', '/organizations/acme', { name: 'Acme' });
  await receiver.took(1);
  await ask(first, 'PUT', '/organizations/acme/members/ada@acme.example', { role: 'owner' });
  await first.end('SIGKILL');

  const waiting = (await run(['webhook', 'list'])).data.webhook_endpoints;
  expect(waiting).toEqual([expect.objectContaining({ id, url: receiver.url, waiting: 2, description: 'for tests' })]);
  expect(JSON.stringify(waiting)).not.toContain('whsec_');

  receiver.answer = (response) => void response.writeHead(204).end();
  const second = await startProgram(environment);
  try {
    await receiver.took(3);
    expect(receiver.received.map(({ event }) => [event.sequence, event.type])).toEqual([
      [1, 'organization.created'],
      [1, 'organization.created'],
      [2, 'member.changed'],
    ]);
    expect(receiver.received[0]?.id).toBe(receiver.received[1]?.id);
    const running = { BILLING_KEY: key, BILLING_URL: second.origin };
    const [latest] = (await run(['webhook', 'list', id], running)).data.deliveries;
    expect(latest).toMatchObject({ type: 'member.changed', organization: 'acme', sequence: 2 });
    expect((await run(['webhook', 'redeliver', id, latest.id], running)).code).toBe(0);
    await receiver.took(4);
    expect(receiver.received[3]?.id).toBe(latest.event_id);
    expect(receiver.unsigned).toEqual([]);
    const unknown = await run(['webhook', 'redeliver', id, 'whd_unknown'], running);
    expect([unknown.code, unknown.errors]).toEqual([1, 'Delivery not found.\n']);
    const wrong = await run(['webhook', 'add', 'ftp://files.example', '--events', 'invoice.paid'], running);
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/^<url> must be an https address[^\n]*\.\n$/)]);
  } finally {
    await second.end('SIGTERM');
  }
}, 120_000);

it('the doctor names an endpoint that takes nothing, with the remedy', async () => {
  const gone = await startReceiver();
  gone.answer = (response) => void response.writeHead(410).end();
  const { id } = (await run(['webhook', 'add', gone.url])).data;
  const program = await startProgram(environment);
  try {
    await ask(program, 'PUT', '/organizations/harbour', { name: 'Harbour' });
    await gone.took(1);
  } finally {
    await program.end('SIGTERM');
    await gone.close();
  }
  const { data } = await run(['doctor']);
  expect(data.findings).toContainEqual({
    part: 'endpoints',
    ok: false,
    text: expect.stringMatching(new RegExp(`${id}.*410 and is disabled.*billing webhook enable`)),
  });
  expect((await run(['webhook', 'remove', id, '--yes'])).code).toBe(0);
  expect((await run(['doctor'])).data.findings).toContainEqual({
    part: 'endpoints',
    ok: true,
    text: 'Enabled webhook endpoints: 1.',
  });
}, 120_000);

it('the command changes, enables and tests an endpoint, and replaces its secret', async () => {
  const moved = await startReceiver();
  moved.answer = (response) => void response.writeHead(410).end();
  const { id, secret } = (await run(['webhook', 'add', moved.url, '--events', 'invoice.paid'])).data;
  const program = await startProgram(environment);
  const command = (...words: string[]) => run(['webhook', ...words], { BILLING_KEY: key, BILLING_URL: program.origin });
  try {
    const set = await command('set', id, '--events', 'organization.created', '--description', 'bookkeeping');
    expect([set.code, set.errors]).toEqual([0, '']);
    expect(set.data).toMatchObject({ id, events: ['organization.created'], description: 'bookkeeping', url: moved.url });
    expect((await command('set', id, '--description', '')).data).toMatchObject({ description: null, events: ['organization.created'] });
    const wrong = await command('set', id, '--url', 'ftp://files.example');
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/must be an https address/)]);

    await ask(program, 'PUT', '/organizations/dock', { name: 'Dock' });
    await moved.took(1);
    await expect
      .poll(async () => (await command('list')).data.webhook_endpoints)
      .toContainEqual(expect.objectContaining({ id, status: 'disabled' }));
    const refused = await command('test', id);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/did not accept the message: .*status 410/)]);
    moved.answer = (response) => void response.writeHead(204).end();
    moved.secret = secret;
    expect((await command('enable', id)).data).toMatchObject({ id, status: 'enabled' });
    expect((await command('test', id)).data).toMatchObject({ delivered: true, status: 204 });

    const rotated = await command('rotate', id, '--yes');
    expect(rotated.data.secret).toMatch(/^whsec_/);
    expect(rotated.data.secret).not.toBe(secret);
    moved.secret = rotated.data.secret;
    expect((await command('test', id)).code).toBe(0);
    expect(moved.unsigned).toEqual([]);
    for (const words of [['enable'], ['test'], ['rotate', '--yes']]) expect((await command(...words, 'wh_unknown')).code).toBe(1);
  } finally {
    await program.end('SIGTERM');
    await moved.close();
  }
}, 120_000);
