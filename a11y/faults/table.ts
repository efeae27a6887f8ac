import { pageFaults } from './page-faults.ts';
import { walkFaults } from './walk-faults.ts';

export function faultTable(): string {
  const rows = [...pageFaults, ...walkFaults].map(({ name, caughtBy, finding }) => `| ${name} | ${caughtBy} | ${finding} |`);
  return ['# Seeded faults', '', '| fault | caught by | found as |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
