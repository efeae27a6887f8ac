import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs the command with a URL at which no server listens. A valid argument therefore causes a connection error. */
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['src/server/cli/clock.mjs', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CLOCK_URL: 'http://127.0.0.1:1' },
  });

it.each(['2027-02-30', '2027-02-29T12:00:00Z', '2027-04-31', '2027-13-01', '2027-00-10', '2027-01-00'])(
  'refuses %s, which is no day',
  (text) => {
    const { status, stdout, stderr } = run(text);
    expect([status, stdout, stderr]).toEqual([1, '', `${text.slice(0, 10)} is no day of the calendar.\n`]);
  },
);

it.each(['2027-02-28', '2028-02-29T12:00:00Z', '2027-12-31T23:59:59+14:00', '+31d'])('takes %s', (text) => {
  expect(run(text).stderr).toMatch(/^Nothing answers at/);
});

it.each(['yesterday', '2027-01-31T25:00:00Z', '+1x', '-31d', '--help', '+1d +1h'])('says how it is used to %s', (text) => {
  expect(run(...text.split(' ')).stderr).toMatch(/^Usage: npm run clock/);
});
