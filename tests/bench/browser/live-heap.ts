import type { Phone } from './phone.ts';

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly (readonly string[])[] } };
  readonly nodes: readonly number[];
}

/** Heap node types to exclude, because they are not objects of the page: compiled code and internal objects of the browser. */
const notOfThePage = new Set(['code', 'native', 'synthetic']);

/** Returns the live bytes of the page's scripts, without the records of the benchmark. */
export async function liveHeap({ page, session }: Phone): Promise<number> {
  await page.evaluate(() => {
    for (const noted of [window.bench.events, window.bench.tasks, window.bench.shifted] as unknown[][]) noted.length = 0;
  });
  // Collects garbage several times, because some objects become garbage only after the previous collection.
  for (let pass = 0; pass < 3; pass += 1) await session.send('HeapProfiler.collectGarbage');
  const parts: string[] = [];
  const take = ({ chunk }: { chunk: string }) => void parts.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(parts.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!notOfThePage.has(types[0]?.[nodes[at + type] ?? 0] ?? '')) bytes += nodes[at + size] ?? 0;
  return bytes;
}
