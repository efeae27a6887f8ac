import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageTexts } from '#lib/texts/page.ts';

const fetchMock = vi.fn(() => Promise.resolve(new Response(null, { status: 200 })));

let reloadForNewBuild: () => void;
let loadCode: <T>(load: () => Promise<T>) => Promise<T>;

beforeEach(async () => {
  // Resets `hasAsked`, the module variable that allows only one reload.
  vi.resetModules();
  ({ loadCode, reloadForNewBuild } = await import('./new-build.ts'));
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  document.body.replaceChildren();
  fetchMock.mockClear();
  vi.unstubAllGlobals();
});

it('asks once whether the code is still served, however many parts miss theirs, and stays if it is', async () => {
  reloadForNewBuild();
  reloadForNewBuild();
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
  expect(fetchMock).toHaveBeenCalledWith(expect.stringContaining('new-build'), expect.objectContaining({ method: 'HEAD' }));
});

it('leaves a page with typed text as it is', async () => {
  (await import('./ended-session.ts')).watchTyping();
  const field = document.createElement('input');
  document.body.append(field);
  field.value = 'ap@harbour.example';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  reloadForNewBuild();
  expect(fetchMock).not.toHaveBeenCalled();
});

it('never asks again for a page that came by a reload', () => {
  const came = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as unknown as PerformanceEntry]);
  reloadForNewBuild();
  expect(fetchMock).not.toHaveBeenCalled();
  came.mockRestore();
});

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it.each([
  [true, pageTexts.partFailed],
  [false, pageTexts.partOffline],
])('asks for a new build if the code of an action is gone, and names the connection only offline (online: %s)', async (online, message) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  await expect(loadCode(gone)).rejects.toMatchObject({ code: 'code_missing', status: null, message });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(await loadCode(() => Promise.resolve('code'))).toBe('code');
  vi.restoreAllMocks();
});
