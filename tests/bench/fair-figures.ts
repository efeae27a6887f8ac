import { median, quantile } from './figure.ts';
import type { FairTimes } from './fair-load.ts';
import type { Measured } from './suite.ts';

export interface FairTurns {
  readonly connections: number;
  readonly slowClients: number;
  readonly results: readonly FairTimes[];
}

const statusWords = (statuses: FairTimes['statuses']): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} answers ${status}`)
    .join(', ');

export function fairFigures({ slowClients, results }: FairTurns): Measured[] {
  const labeled = results.map((result) => ({
    ...result,
    of: `${result.mode}: ${result.name}`,
    isFlood: Object.keys(result.statuses).length > 0,
  }));
  return [
    ...labeled.map(({ of, quiet, flooded, statuses, isFlood }): Measured => ({
      row: 'fair-turns',
      of,
      value: median(flooded) / median(quiet),
      floor: { name: 'a quiet platform', value: median(quiet), samples: quiet },
      remark: `${median(flooded).toFixed(1)} ms, 99th percentile ${quantile(flooded, 0.99).toFixed(0)} ms; ${isFlood ? `the flood got ${statusWords(statuses)}` : `${slowClients} slow connections`}`,
    })),
    ...labeled
      .filter(({ isFlood }) => !isFlood)
      .map(({ of, flooded }): Measured => ({ row: 'slow-clients', of, value: quantile(flooded, 0.99), samples: flooded })),
    ...labeled.map(({ of, health }): Measured => ({ row: 'flood-health', of, value: quantile(health, 0.99), samples: health })),
  ];
}
