import { CallError } from '#lib/call-error.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { holdsInput } from './ended-session.ts';

/** Modules that fail to load at the same time cause one reload. */
let hasAsked = false;

const cameByReload = (): boolean => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload';
};

/** Reloads once if the page's own code is no longer served, for example after two deployments. Never with unsaved input. */
export function reloadForNewBuild(): void {
  if (hasAsked || cameByReload() || holdsInput()) return;
  hasAsked = true;
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404 && location.reload(),
    () => (hasAsked = false),
  );
}

/** A missing connection is the only cause that can be detected. */
export const missingCodeMessage = (): string => (navigator.onLine ? pageTexts.partFailed : pageTexts.partOffline);

/** @throws {CallError} `code_missing`: no request was sent */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    reloadForNewBuild();
    throw new CallError(missingCodeMessage(), { status: null, code: 'code_missing' });
  }
}
