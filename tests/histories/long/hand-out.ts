import { fileURLToPath } from 'node:url';
import { countOf } from '#tests/support/counts.ts';
import { handOutSeeds } from '#tests/support/long/hand-out-seeds.ts';

const held = await handOutSeeds({
  name: 'worlds of histories',
  firstSeed: countOf('SEED', 1),
  seeds: countOf('WORLDS', 80),
  most: 4,
  program: fileURLToPath(new URL('./live.js', import.meta.url)),
});
process.exitCode = held ? 0 : 1;
