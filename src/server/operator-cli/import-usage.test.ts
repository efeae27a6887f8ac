import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SEND_AGAIN } from '#contract/usage-codes.ts';
import type { AdminClient } from './admin-client.ts';
import { importUsage } from './import-usage.ts';

const home = mkdtempSync(join(tmpdir(), 'usage-again-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const lines = ['one', 'two', 'three'].map((id) => ({ id, organization: 'a', project_ref: 'p', metric: 'EGRESS', quantity: 1, at: 1 }));

/**
 * Creates a platform that books each record once. During the first `faults` calls, the platform rejects the records with the given IDs as
 * `send_again`.
 */
function platform(ids: readonly string[], faults: number) {
  const calls: string[][] = [];
  const booked = new Set<string>();
  const call = async (_name: string, { body: { records } }: { body: { records: { id: string }[] } }) => {
    calls.push(records.map(({ id }) => id));
    const isFaulty = ({ id }: { id: string }): boolean => calls.length <= faults && ids.includes(id);
    const rejected = records.flatMap((record, index) =>
      isFaulty(record) ? [{ index, id: record.id, path: '', code: SEND_AGAIN, message: 'later' }] : [],
    );
    const taken = records.filter((record) => !isFaulty(record));
    const duplicates = taken.filter(({ id }) => booked.has(id)).length;
    for (const { id } of taken) booked.add(id);
    return { accepted: taken.length - duplicates, duplicates, held: 0, rejected };
  };
  return { client: { call, platform: 'test' } as unknown as AdminClient, calls };
}

function usageFile(name: string): string {
  const file = join(home, `${name}.ndjson`);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const options = { showsProgress: false, fromStart: false, pausesMs: [0, 0] };

describe('an import whose batch is booked in part', () => {
  it('sends only the records again that were not booked', async () => {
    const { client, calls } = platform(['two', 'three'], 2);
    const file = usageFile('part');
    expect(await importUsage(client, file, options)).toMatchObject({ accepted: 3, duplicates: 0, rejected: 0 });
    expect(calls).toEqual([
      ['one', 'two', 'three'],
      ['two', 'three'],
      ['two', 'three'],
    ]);
    expect(existsSync(`${file}.refused.ndjson`)).toBe(false);
  });

  it('ends with an error if the fault lasts, and the same command sends the batch again', async () => {
    const { client } = platform(['two'], 3);
    const file = usageFile('lasting');
    await expect(importUsage(client, file, options)).rejects.toThrow(
      '1 record could not be booked now. Run the same command again: it continues with this batch, and no record is counted twice.',
    );
    expect(await importUsage(client, file, options)).toMatchObject({ accepted: 1, duplicates: 2, rejected: 0 });
  });
});
