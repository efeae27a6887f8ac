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
