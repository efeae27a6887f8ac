import { spawn } from 'node:child_process';
import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logFileName } from '#sandbox/sandbox-gateway.ts';
import { openSandbox, type SandboxHarness } from '#tests/support/sandbox-harness.ts';
import { readChargeLog } from '#tests/support/charge-log.ts';

let sandbox: SandboxHarness;
let firstFolder: string;
beforeEach(async () => {
  sandbox = await openSandbox();
  firstFolder = sandbox.dataDir;
});
afterEach(async () => {
  await sandbox.close();
  await rm(firstFolder, { recursive: true, force: true });
});

const logFile = () => join(sandbox.dataDir, logFileName);
const charge = (paymentMethod = 'pm_card_visa') =>
  sandbox.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    payment_method: paymentMethod,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { change: '7' },
  });

it('knows everything again after a restart', async () => {
  const customer = await sandbox.stripe.customers.create({ name: 'Ada', metadata: { a: '1' } });
  const paid = await charge();
  const processing = await charge('pm_card_processingThenSucceeds');
  const everything = async () => ({
    customer: await sandbox.stripe.customers.retrieve(customer.id),
    paid: await sandbox.stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge.balance_transaction', 'payment_method'] }),
    events: (await sandbox.stripe.events.list({ limit: 100 })).data,
    money: sandbox.sandbox.money(),
  });
  const before = await everything();
  sandbox = await sandbox.restart();
  expect(await everything()).toEqual(before);
  await sandbox.advance(15_000);
  expect((await sandbox.stripe.paymentIntents.retrieve(processing.id)).status).toBe('succeeded');
});

it('forgets a line that was torn by a crash, and goes on after it', async () => {
  await charge();
  await sandbox.sandbox.close();
  const whole = await readFile(logFile());
  await appendFile(logFile(), '{"n":99,"atMs":1,"puts":[{"object":"char');
  sandbox = await sandbox.restart();
  expect(sandbox.sandbox.money()).toHaveLength(1);
  expect(await readFile(logFile())).toEqual(whole);
  await charge();
  sandbox = await sandbox.restart();
  expect(sandbox.sandbox.money()).toHaveLength(2);
});

it('is the same after a cut at any byte, up to the last whole line', async () => {
  await charge();
  await charge('pm_card_chargeDeclined').catch(() => {});
  await sandbox.sandbox.close();
  const bytes = await readFile(logFile());
  for (let cut = bytes.length - 1; cut > 0; cut -= 97) {
    await writeFile(logFile(), bytes);
    await truncate(logFile(), cut);
    const reopened = await openSandbox({ dataDir: sandbox.dataDir, keepData: true });
    const lines = bytes.subarray(0, cut).toString('utf8').split('\n').length - 1;
    expect((await readChargeLog(sandbox.dataDir)).length).toBe(reopened.sandbox.money().length);
    expect((await readFile(logFile(), 'utf8')).split('\n').length - 1).toBe(Math.max(1, lines));
    await reopened.close();
  }
  sandbox = await openSandbox();
});

it('refuses a log that is damaged in the middle', async () => {
  await charge();
  await charge();
  await sandbox.sandbox.close();
  const lines = (await readFile(logFile(), 'utf8')).split('\n');
  lines[1] = lines[1]?.slice(0, 20) ?? '';
  await writeFile(logFile(), lines.join('\n'));
  await expect(openSandbox({ dataDir: sandbox.dataDir })).rejects.toThrow(/is damaged in line 2;/);
  sandbox = await openSandbox();
});

it('refuses a second process on the same folder, and takes over after a crash', async () => {
  await expect(openSandbox({ dataDir: sandbox.dataDir })).rejects.toThrow(/already open/);
  await sandbox.sandbox.close();
  // The maximum process id is 4194304, so no process has this id.
  await writeFile(join(sandbox.dataDir, 'lock'), '4194305');
  sandbox = await sandbox.restart();
  await sandbox.sandbox.close();
  await writeFile(join(sandbox.dataDir, 'lock'), '1');
  await expect(openSandbox({ dataDir: sandbox.dataDir })).rejects.toThrow(/in use by process 1/);
  sandbox = await openSandbox();
});

it('loses nothing that was answered, when the process is killed under load', async () => {
  await sandbox.sandbox.close();
  for (let round = 0; round < 3; round += 1) {
    const worker = spawn(process.execPath, ['--import', 'tsx', 'tests/server/gateway-kill-worker.ts', sandbox.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const answered: string[] = [];
    const enough = 20 + round * 37;
    for await (const line of createInterface({ input: worker.stdout })) {
      answered.push(line);
      if (answered.length === enough) worker.kill('SIGKILL');
    }
    const charged = new Set((await readChargeLog(sandbox.dataDir)).map((entry) => entry.paymentIntent));
    expect(answered.length).toBeGreaterThanOrEqual(enough);
    expect(answered.filter((id) => !charged.has(id))).toEqual([]);
  }
  sandbox = await sandbox.restart();
  expect(sandbox.sandbox.money().length).toBeGreaterThanOrEqual(20 + 57 + 94);
});

it('can be read by a checker while it runs', async () => {
  const paid = await charge();
  await charge('pm_card_chargeDeclined').catch(() => {});
  expect(await readChargeLog(sandbox.dataDir)).toMatchObject([
    { kind: 'charge_succeeded', amount: 2500, currency: 'usd', paymentIntent: paid.id, metadata: { change: '7' } },
    { kind: 'charge_failed', amount: 2500 },
  ]);
});

it('never holds a card number or security code', async () => {
  for (const number of ['4242424242424242', '378282246310005'])
    await sandbox.card({ number, cvc: number.startsWith('3') ? '8642' : '864' });
  await expect(sandbox.card({ number: '4111111111111111', cvc: '864' })).rejects.toThrow(/non test card/);
  const text = await readFile(logFile(), 'utf8');
  expect(text).not.toMatch(/4242424242424242|378282246310005|4111111111111111|\b8642?\b/);
  expect(text).toContain('"last4":"4242"');
  expect((await sandbox.stripe.events.list()).data).toEqual([]);
});

it('takes test keys only', async () => {
  await expect(openSandbox({ dataDir: sandbox.dataDir, secretKey: 'sk_live_1' })).rejects.toThrow(/test keys only/);
});
