import { fileURLToPath } from 'node:url';
import { countOf } from '#tests/support/counts.ts';
import { handOutSeeds } from '#tests/support/long/hand-out-seeds.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';

function partName(): string {
  if (process.env['RELIABILITY_DEBTS']) return 'debt schedules';
  return process.env['RELIABILITY_MAILS'] ? 'mail schedules' : 'schedules';
}

const postgres = await startPostgres();
try {
  const held = await handOutSeeds({
    name: partName(),
    firstSeed: countOf('SEED', 1),
    seeds: countOf('SCHEDULES', 20_000),
    most: 100,
    program: fileURLToPath(new URL('./live.js', import.meta.url)),
    extraProcesses: 1,
    environment: postgres ? { SIMULATION_CLUSTER: postgres.url } : {},
  });
  process.exitCode = held ? 0 : 1;
} finally {
  await postgres?.stop();
}
