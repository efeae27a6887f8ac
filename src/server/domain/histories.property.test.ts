import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOf, report } from '#tests/support/counts.ts';
import { invariantFaults } from '#tests/oracle/history-faults.ts';
import { scriptArbitrary } from '#tests/oracle/history-script.ts';
import { liveScript } from '#tests/oracle/live-script.ts';
import { RUNS } from '#tests/oracle/scenario.ts';

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
