import { median, quantile } from '#tests/bench/figure.ts';
import type { FairTimes } from '#tests/bench/fair-load.ts';
import type { Measured, Suite } from '#tests/bench/suite.ts';
import { program } from './programs.ts';

interface FairTurns {
  readonly connections: number;
  readonly results: readonly FairTimes[];
}

const statusWords = (statuses: Readonly<Record<number, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} answers ${status}`)
    .join(', ');

export const fairTurns: Suite = {
  name: 'fair-turns',
  about: 'requests of one organization while a member of another one floods the platform over 20 connections, on PostgreSQL',
  run: program<FairTurns>(
    () => ['tests/bench/fair-turns.mjs'],
    ({ results }) => [
      ...results.map(({ name, quiet, flooded, statuses }): Measured => ({
        row: 'fair-turns',
        of: name,
        value: median(flooded) / median(quiet),
        floor: { name: 'a quiet platform', value: median(quiet), samples: quiet },
        remark: `${median(flooded).toFixed(1)} ms, 99th percentile ${quantile(flooded, 0.99).toFixed(0)} ms; the flood got ${statusWords(statuses)}`,
      })),
      ...results.map(({ name, health }): Measured => ({ row: 'flood-health', of: name, value: quantile(health, 0.99), samples: health })),
    ],
  ),
};
