import { walks } from '#a11y/walks/walks.ts';
import type { Walk } from '#a11y/walks/walk.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { fingerprint } from './fingerprint.ts';
import { installMissing, startOrca } from './orca/session.ts';
import { tell } from './orca/tell.ts';
import { readScreen } from './virtual.ts';
import { writeTranscript } from './transcripts.ts';

// Tells the tasks to Orca and keeps what was heard. `--only words` takes the tasks whose name holds them.

const at = process.argv.indexOf('--only');
const only = at === -1 ? '' : (process.argv[at + 1] ?? '');
const missing = installMissing();
if (missing.length > 0) {
  process.stdout.write(`Orca can't be started here: install the Debian packages ${missing.join(', ')}.\n`);
  process.exit(1);
}

async function told(walk: Walk): Promise<readonly string[]> {
  const server = await startBuiltServer();
  const session = await startOrca();
  try {
    const context = await session.browser.newContext({ viewport: null, locale: 'en-US' });
    const { origin } = server;
    if (walk.member !== null)
      await context.request.post(`${origin}/auth/sandbox`, { data: { member: walk.member }, headers: { Origin: origin } });
    const page = await context.newPage();
    await page.goto(origin + walk.address, { waitUntil: 'networkidle' });
    const screen = fingerprint(await readScreen(page));
    const { text, faults } = await tell(session, page, origin, walk);
    if (faults.length === 0) writeTranscript(walk, screen, text);
    return faults;
  } finally {
    await session.stop();
    await server.stop();
  }
}

let failed = 0;
for (const walk of walks.filter(({ name }) => name.includes(only))) {
  const attempt = () => told(walk).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  const first = await attempt();
  // A busy machine may swallow a word once.
  const faults = first.length === 0 ? first : await attempt();
  process.stdout.write(`${faults.length === 0 ? 'ok' : 'failed'}: ${walk.name}\n`);
  for (const fault of faults) process.stdout.write(`    ${fault.slice(0, 300)}\n`);
  failed += faults.length === 0 ? 0 : 1;
}
process.exitCode = failed === 0 ? 0 : 1;
