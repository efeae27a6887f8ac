import { parseArgs } from 'node:util';
import { toldWalks } from '#a11y/walks/walks.ts';
import { fingerprint } from './facts.ts';
import { notToldYet } from './not-told-yet.ts';
import { installMissing } from './orca/session.ts';
import { startTeller } from './orca/teller.ts';
import { removeStrayTranscripts, writeTranscript } from './transcripts.ts';

// Options: `--only pattern` selects tasks by name, `--once` disables retries, `--show` prints the speech of failed tasks.

const { only, once, show } = parseArgs({
  options: { only: { type: 'string', default: '' }, once: { type: 'boolean' }, show: { type: 'boolean' } },
}).values;
const missing = installMissing();
if (missing.length > 0) {
  process.stdout.write(`Orca can't be started here: install the Debian packages ${missing.join(', ')}.\n`);
  process.exit(1);
}

const wanted = toldWalks.filter(({ name }) => new RegExp(only).test(name));
const teller = await startTeller({ tries: once ? 1 : 2 });
let failed = 0;
for (const walk of wanted) {
  const { text, faults, facts } = await teller.tell(walk);
  process.stdout.write(`${faults.length === 0 ? 'ok' : 'failed'}: ${walk.name}\n`);
  for (const fault of faults) process.stdout.write(`    ${fault.slice(0, 400)}\n`);
  if (faults.length === 0 && notToldYet.includes(walk.name))
    process.stdout.write('    told for the first time: remove it from not-told-yet.ts\n');
  if (faults.length === 0) writeTranscript(walk, fingerprint(facts), text);
  else if (show) process.stdout.write(`${text}\n`);
  failed += faults.length === 0 ? 0 : 1;
}
await teller.stop();
removeStrayTranscripts(toldWalks);
process.stdout.write(`${wanted.length - failed} of ${wanted.length} tasks are told\n`);
process.exitCode = failed === 0 ? 0 : 1;
