import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callTable, type CallName } from '#contract/calls.ts';
import { schemasByName } from '#contract/schemas.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { callHandlers } from '#server/routes/handlers.ts';
import { countOf, isTimeUp, report } from '#tests/support/counts.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { seeded } from '#tests/support/random.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';
import { toRequest } from './requests.ts';
import { spoil, type Spoilt } from './spoil.ts';

const perCall = countOf('BAD_INPUTS', 20);
const firstSeed = countOf('SEED', 1);
/** Number of inputs between two checks of the time limit and the memory. */
const stretch = 100;
const names = Object.keys(callTable) as CallName[];

const tellsTooMuch = /\bat [^"]*:\d+:\d+|node_modules|\/src\/|drizzle|pglite|postgres|zod/i;

let platform: TestPlatform;
let ask: (request: Request) => Response | Promise<Response>;
let member: Record<string, string>;
let before: string;

beforeAll(async () => {
  platform = await startPlatform('pglite', { LOG_LEVEL: 'error' }, { automatic: false });
  const { context } = platform;
  ask = createApp(context, { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets }).fetch;
  member = { Cookie: `session=${await platform.token('owner')}` };
  before = await storedDigest(context.db);
});
afterAll(() => platform?.stop());

async function faultOf(call: CallName, { parts, status, names: field, how }: Spoilt): Promise<string | null> {
  const credentials = call === 'recordUsage' ? { Authorization: `Bearer ${platform.context.config.serviceToken}` } : member;
  const answer = await ask(toRequest(call, parts, credentials));
  const text = await answer.text();
  const fault = (what: string) => `${call} ${how}: ${what} (${answer.status} ${text.slice(0, 300)})`;
  if (answer.status !== status) return fault(`not ${status}`);
  if (parts.method === 'HEAD') return null;
  if (tellsTooMuch.test(text)) return fault('tells too much');
  const body = schemasByName.ApiError.safeParse(JSON.parse(text));
  if (!body.success) return fault('is no declared failure');
  const paths = body.data.errors?.map(({ path }) => path) ?? [];
  return paths.some((path) => path === field || path.startsWith(`${field}.`)) ? null : fault(`does not name ${field}`);
}

async function faultsOf(call: CallName, count: number, seed = firstSeed): Promise<string[]> {
  const faults: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const caseSeed = seed + index;
    const fault = await faultOf(call, spoil(seeded(caseSeed * 7919 + names.indexOf(call)), call));
    if (fault) faults.push(`seed ${caseSeed}: ${fault}`);
  }
  return faults;
}

it(
  `answers ${perCall} bad requests to each call by a declared failure that names the field`,
  async () => {
    const heap = process.memoryUsage().heapUsed;
    for (let done = 0; done < perCall && !isTimeUp(); done += stretch) {
      const count = Math.min(stretch, perCall - done);
      for (const call of names) expect(await faultsOf(call, count, firstSeed + done)).toEqual([]);
      const grownMegabytes = Math.max(0, Math.round((process.memoryUsage().heapUsed - heap) / 1_048_576));
      expect(grownMegabytes).toBeLessThan(300);
      const counted = { 'calls, each': names.length, requests: names.length * count, 'megabytes that the heap grew, each': grownMegabytes };
      report({ part: 'bad input', seed: firstSeed + done, count, violations: 0, counted });
    }
  },
  60_000 + perCall * 4000,
);

it('changes nothing by any of it, and logs no failure', async () => {
  expect(await storedDigest(platform.context.db)).toBe(before);
  expect(platform.logged).toEqual([]);
});

describe('finds', () => {
  it('a schema that takes anything', async () => {
    const open = schemasByName as { TaxIdInput: unknown };
    const { TaxIdInput } = open;
    open.TaxIdInput = z.looseObject({});
    const found = await faultsOf('putTaxId', 40);
    open.TaxIdInput = TaxIdInput;
    expect(found).not.toEqual([]);
  });

  it('a handler that fails by what it is sent', async () => {
    const open = callHandlers as { getProfile: typeof callHandlers.getProfile };
    const { getProfile } = open;
    open.getProfile = () => Promise.reject(new TypeError('Cannot read properties of undefined'));
    const answer = await ask(new Request('http://localhost/platform/profile', { headers: member }));
    open.getProfile = getProfile;
    expect([answer.status, tellsTooMuch.test(await answer.text())]).toEqual([500, false]);
  });
});
