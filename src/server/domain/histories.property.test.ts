/** The invariants of a billing period, over random histories on the pure engine. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOf, report } from '#tests/support/counts.ts';
import { invariantFaults } from './testing/history-faults.ts';
import { scriptArbitrary } from './testing/history-script.ts';
import { liveScript } from './testing/live-script.ts';
import { RUNS } from './testing/scenario.ts';

const histories = countOf('ENGINE_HISTORIES', Math.ceil(RUNS / 4));
const firstSeed = countOf('SEED', 1);

it(
  `${histories} histories bill every record once, make and lose no value, and are never cheaper than what was used`,
  () => {
    fc.assert(
      fc.property(scriptArbitrary, (script) => {
        expect(invariantFaults(liveScript(script))).toEqual([]);
      }),
      { numRuns: histories, ...(process.env['RELIABILITY_SEED'] ? { seed: firstSeed } : {}) },
    );
    report({ part: 'engine histories', seed: firstSeed, count: histories, violations: 0 });
  },
  60_000 + histories * 20,
);
