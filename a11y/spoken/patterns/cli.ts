import { parseArgs } from 'node:util';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { installMissing, startOrca } from '#a11y/spoken/orca/session.ts';
import { openFor } from '#a11y/spoken/orca/teller.ts';
import { keepPatterns, readPatterns } from './evidence.ts';
import type { PlayResult } from './play-result.ts';
import { playPattern } from './play.ts';
import { patternPlays } from './plays.ts';

// An argument selects patterns by name. Stored results of all other patterns are kept.

const missing = installMissing();
if (missing.length > 0) {
  process.stdout.write(`Orca can't be started here: install the Debian packages ${missing.join(', ')}.\n`);
  process.exit(1);
}

const [part = ''] = parseArgs({ allowPositionals: true }).positionals;
const isWanted = (pattern: string): boolean => pattern.toLowerCase().includes(part.toLowerCase());
const server = await startBuiltServer();
const session = await startOrca();
const results: PlayResult[] = [];
for (const pattern of patternPlays) {
  if (!isWanted(pattern.pattern)) {
    results.push(...(readPatterns()?.results ?? []).filter((result) => result.pattern === pattern.pattern));
    continue;
  }
  const { page, close } = await openFor(session, server, 'owner');
  const played = await playPattern(session, page, server.origin, pattern);
  await close();
  results.push(...played);
  for (const { test, said, expectations } of played) {
    const unheard = expectations.filter(({ isHeard }) => !isHeard).map(({ priority, what }) => `${priority}: ${what}`);
    process.stdout.write(
      `${pattern.pattern}, ${test}: ${said.join(' ')}${unheard.length === 0 ? '' : `\n    not heard: ${unheard.join('; ')}`}\n`,
    );
  }
}
await session.stop();
await server.stop();
keepPatterns(results);
