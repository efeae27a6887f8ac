import type { QueryClient } from '@tanstack/react-query';
import { wakePage } from '#lib/browser/when-used.ts';
import { listOf, processedPlace, processedTopUps, type ProcessedTopUp } from './processed-top-ups.ts';

/**
 * Has the end of every top-up that the bank takes its time for told on this page, whatever it shows and in whichever tab the
 * top-up was begun. What follows them is only fetched when there is one.
 */
export function watchTopUps(client: QueryClient): void {
  const wake = (topUps: readonly ProcessedTopUp[]) => {
    if (topUps.length === 0) return;
    // The section that shows them comes alive, though nobody may have touched this page yet.
    wakePage();
    // A failed fetch is repeated when the page is opened again.
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
