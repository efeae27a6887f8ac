import { fairFigures, type FairTurns } from '#tests/bench/fair-figures.ts';
import type { Suite } from '#tests/bench/suite.ts';
import { program } from './programs.ts';

export const fairTurns: Suite = {
  name: 'fair-turns',
  about:
    'requests of one organization while one or four members of another one, or visitors without a session, flood the platform over 20 connections, and while slow connections are open; on PostgreSQL',
  run: program<FairTurns>(() => ['tests/bench/fair-turns.mjs', '--json'], fairFigures),
};
