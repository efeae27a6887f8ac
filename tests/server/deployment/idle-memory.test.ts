import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { goals } from '#tests/bench/goals.ts';

const run = promisify(execFile);

interface Memory {
  readonly resident: number;
}

// Only Linux reports the resident memory of a process in /proc.
it.skipIf(process.platform !== 'linux' || inject('postgresUrl') === null)(
  'an idle process stays within its memory, embedded and in production',
  async () => {
    const { stdout } = await run(process.execPath, ['tests/bench/resident.mjs', '20']);
    const { embedded, production } = JSON.parse(stdout) as { embedded: Memory; production: Memory };
    expect(production.resident).toBeGreaterThan(30);
    expect(production.resident).toBeLessThanOrEqual(goals['resident-production'].limit);
    expect(embedded.resident).toBeLessThanOrEqual(goals['resident-embedded'].limit);
  },
  240_000,
);
