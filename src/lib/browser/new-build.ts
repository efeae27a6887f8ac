import { holdsInput } from './ended-session.ts';

/** Parts that miss their code at the same time ask once. */
let hasAsked = false;

const cameByReload = (): boolean => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload';
};

/**
 * Loads the page again if its own code is no longer served, as after two new builds: never over what was typed, and once, since a
 * page that came by a reload has the code of the last build.
 */
export function reloadForNewBuild(): void {
  if (hasAsked || cameByReload() || holdsInput()) return;
  hasAsked = true;
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404 && location.reload(),
    () => (hasAsked = false),
  );
}
