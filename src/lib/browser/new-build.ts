import { CallError } from '#lib/call-error.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { holdsInput } from './ended-session.ts';

/** True after a reload was requested. Several modules that fail to load at the same time cause only one reload. */
let hasAsked = false;

const cameByReload = (): boolean => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload';
};

/** Reloads the page once if the server no longer has this build, for example after two deployments. Never reloads with unsaved input. */
export function reloadForNewBuild(): void {
  if (hasAsked || cameByReload() || holdsInput()) return;
  hasAsked = true;
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404 && location.reload(),
    () => (hasAsked = false),
  );
}

/** Message if a part of the page's code cannot be loaded. A lost connection is the only cause that the page can detect. */
export const missingCodeMessage = (): string => (navigator.onLine ? pageTexts.partFailed : pageTexts.partOffline);

/** Loads a module. @throws {CallError} `code_missing` if it fails to load; no request was sent to the platform */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    reloadForNewBuild();
    throw new CallError(missingCodeMessage(), { status: null, code: 'code_missing' });
  }
}
