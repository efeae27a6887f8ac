import type { QueryClient } from '@tanstack/react-query';
import { wakePage } from '#lib/browser/when-used.ts';
import { listOf, processedPlace, processedTopUps, type ProcessedTopUp } from './processed-top-ups.ts';

/** Announces the outcome of top-ups from any tab on any page. Loads the polling code only if a top-up is processing. */
export function watchTopUps(client: QueryClient): void {
  const wake = (topUps: readonly ProcessedTopUp[]) => {
    if (topUps.length === 0) return;
    // Hydrates the section that shows the top-ups, even before any input on this page.
    wakePage();
    // A failed import is retried at the next page load.
    void import('./follow-top-ups.ts').then(({ followTopUps }) => followTopUps(client, topUps)).catch(() => undefined);
  };
  window.addEventListener('storage', ({ key, newValue }) => key === processedPlace && wake(stored(newValue)));
  wake(processedTopUps());
}

function stored(value: string | null): readonly ProcessedTopUp[] {
  try {
    return listOf(JSON.parse(value ?? 'null'));
  } catch {
    return [];
  }
}
