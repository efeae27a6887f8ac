import { expect, it } from 'vitest';
import { createDocumentThreads, documentThreads } from '#server/documents/threads/document-threads.ts';
import { onEachStore } from '#tests/support/platform.ts';

const invoices = '/platform/organizations/pro-payg/billing/invoices';

it('closes its threads, and starts others for the next task', async () => {
  const threads = createDocumentThreads(1);
  expect(threads.threads()).toEqual([]);
  expect(await threads.run(1, { kind: 'activity', entries: [] })).toBe('');
  const [first] = threads.threads();
  await threads.close();
  expect(threads.threads()).toEqual([]);
  expect(await threads.run(1, { kind: 'totals', invoices: [], payments: new Map(), corrections: [] })).toBe('');
  expect(threads.threads()).toHaveLength(1);
  expect(threads.threads()).not.toEqual([first]);
  await threads.close();
});

it('starts its threads before the first task, which then runs in one of them', async () => {
  const threads = createDocumentThreads(2);
  await threads.start();
  const started = threads.threads();
  expect(started).toHaveLength(2);
  expect(await threads.run(1, { kind: 'activity', entries: [] })).toBe('');
  expect(threads.threads()).toEqual(started);
  await threads.close();
});

it('gives organizations threads in turn, however many tasks one of them has', async () => {
  const threads = createDocumentThreads(1);
  const ended: string[] = [];
  const run = async (name: string, organizationId: number): Promise<void> => {
    await threads.run(organizationId, { kind: 'activity', entries: [] });
    ended.push(name);
  };
  const flood = ['1', '2', '3', '4', '5', '6'].map((name) => run(`flood ${name}`, 1));
  const others = [run('other 1', 2), run('other 2', 2), run('third', 3)];
  await threads.close();
  await Promise.all([...flood, ...others]);
  expect(ended).toEqual(['flood 1', 'flood 2', 'other 1', 'third', 'flood 3', 'other 2', 'flood 4', 'flood 5', 'flood 6']);
});

onEachStore((platform) => {
  it('fails one request with 500 when its thread dies, and makes the next documents in another thread', async () => {
    const { body } = await platform().ask(`${invoices}?limit=5`, { as: 'owner' });
    const id = body.find(({ invoice_pdf: file }: { invoice_pdf: string | null }) => file !== null).id as string;
    const pdf = () => platform().ask(`${invoices}/${id}/pdf`, { as: 'owner' });
    expect((await pdf()).status).toBe(200);
    const [thread = 0] = documentThreads().threads();
    const all = Array.from({ length: 12 }, pdf);
    await Promise.race(all);
    await documentThreads().kill(thread);
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 500)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
    expect(documentThreads().threads()).not.toContain(thread);
    expect((await pdf()).status).toBe(200);
    expect(platform().logged.filter(({ msg }) => msg === 'a request failed')).toHaveLength(1);
  });
});
