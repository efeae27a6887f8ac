import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { unzipSync } from 'fflate';
import { beforeAll, expect, it, vi } from 'vitest';
import { organizationExport } from '#server/documents/organization-export.ts';
import { zipStream } from '#server/documents/zip-stream.ts';
import { rowsOf } from '#server/database/database.ts';
import { exportedRows, inSnapshot } from '#server/store/export/exported-rows.ts';
import { exportedTables } from '#server/store/export/exported-tables.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const slug = 'large';
const records = 100_000;
const megabyte = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Collects garbage twice, because another thread frees the buffers that the first collection released. */
const heldBytes = (): number => {
  for (let time = 0; time < 2; time += 1) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** Maximum additional memory in bytes. The whole export has more than 28 MB. */
const mostHeld = 4 * megabyte;

async function taken(stream: ReadableStream<Uint8Array>): Promise<{ most: number; archive: Uint8Array }> {
  const before = heldBytes();
  const chunks: Uint8Array[] = [];
  let [most, bytes] = [0, 0];
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    if (chunks.length % 25 === 0) most = Math.max(most, heldBytes() - before - bytes);
    chunks.push(chunk);
    bytes += chunk.byteLength;
  }
  return { most, archive: Buffer.concat(chunks) };
}

/** Retries the download, because the server detects an aborted download only when it writes the next data. */
async function firstTaken(download: () => Promise<Response>): Promise<Response> {
  const answers: Response[] = [];
  await expect
    .poll(async () => {
      const answer = await download();
      if (answer.status === 200) answers.push(answer);
      else await answer.body?.cancel();
      return answer.status;
    })
    .toBe(200);
  return answers[0] as Response;
}

onEachStore(
  (platform) => {
    let operator: Operator;
    const db = () => platform().context.db;
    const run = (query: string) => db().execute(query);
    const download = (signal?: AbortSignal) =>
      fetch(`${platform().origin}/admin/v1/organizations/${slug}/export`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${operator.key}` },
        ...(signal ? { signal } : {}),
      });

    beforeAll(async () => {
      operator = await operatorOf(platform());
      expect((await operator.ask('PUT', `/organizations/${slug}`, { name: 'Large', plan: 'free' })).status).toBe(201);
      expect((await operator.ask('PUT', `/organizations/${slug}/projects/${'l'.repeat(20)}`, { name: 'web' })).status).toBe(201);
      await run(`insert into usage_records (organization_id, project_id, record_id, metric, kind, resource_id, from_seconds, quantity)
        select o.id, p.id, 'record-' || md5(i::text), 'EGRESS', 'project', p.ref, extract(epoch from now())::bigint - i, i
        from generate_series(1, ${records}) i, organizations o join projects p on p.organization_id = o.id where o.slug = '${slug}'`);
    });

    const organization = async () => {
      const [row] = rowsOf<{ id: number }>(await run(`select id from organizations where slug = '${slug}'`));
      return { id: row?.id ?? 0, slug, name: 'Large' };
    };

    it('holds a few batches in memory, however slowly it is taken', async () => {
      let ended = false;
      const { most, archive } = await taken(organizationExport(db(), await organization(), () => (ended = true)));
      expect(ended).toBe(true);
      const rows = Buffer.from(unzipSync(archive)['tables/usage_records.jsonl'] ?? []);
      expect(rows.toString().trimEnd().split('\n')).toHaveLength(records);
      expect([rows.byteLength > 28 * megabyte, archive.byteLength > 2 * megabyte]).toEqual([true, true]);
      expect(most).toBeLessThan(mostHeld);
    });

    it('notices an export that is collected before it is sent', async () => {
      const { id } = await organization();
      const { most } = await taken(
        zipStream((add) =>
          inSnapshot(db(), async (tx) => {
            const table = (await exportedTables(tx)).find(({ name }) => name === 'usage_records');
            if (!table) throw new Error('Usage is not exported');
            const batches: string[] = [];
            for await (const lines of exportedRows(tx, id, table)) batches.push(lines.join('\n'));
            await add({ name: 'usage_records.jsonl', chunks: Readable.from(batches) });
          }),
        ),
      );
      expect(most).toBeGreaterThan(mostHeld);
    });

    it('shows one moment, is made one at a time, and lets go of the database when its download ends early', async () => {
      const ending = new AbortController();
      const first = await download(ending.signal);
      const reader = first.body?.getReader();
      const begun = (await reader?.read())?.value ?? new Uint8Array();
      expect(begun.byteLength).toBeGreaterThan(0);
      if (platform().context.config.databaseUrl !== null) {
        const second = await download();
        expect([second.status, second.headers.get('Retry-After')]).toEqual([429, '10']);
        await run(
          `insert into feedback (organization_id, survey, answers, created_at) select id, 'upgrade', '{}', now() from organizations`,
        );
        await run(`delete from usage_records where from_seconds % 2 = 0`);
        const parts = [begun];
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) parts.push(part.value);
        const files = unzipSync(Buffer.concat(parts));
        const rows = Buffer.from(files['tables/usage_records.jsonl'] ?? []);
        expect([rows.toString().trimEnd().split('\n').length, 'tables/feedback.jsonl' in files]).toEqual([records, false]);
        const third = await download(ending.signal);
        expect(third.status).toBe(200);
      }
      ending.abort();
      // With the embedded database, other requests wait until the export has released the only connection.
      await expect.poll(async () => (await operator.ask('GET', `/organizations/${slug}`)).status).toBe(200);
      const again = await firstTaken(download);
      expect([again.status, Object.keys(unzipSync(new Uint8Array(await again.arrayBuffer()))).includes('README.txt')]).toEqual([200, true]);
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);
