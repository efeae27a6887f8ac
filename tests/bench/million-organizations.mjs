import { runBundled } from './run-bundled.mjs';

const usage = `node tests/bench/million-organizations.mjs [options]

Makes a database of a thousand organizations and one of a million on a PostgreSQL of its own, times the same work on both in turns, and
says how large the tables are: first for organizations that were asked for before, then for each kind of work right after a start, when
nothing is in memory. It takes twenty minutes and 35 GB of the folder for temporary files (TMPDIR).

  --organizations NUMBER  so many in place of a million
  --rounds NUMBER         how often each kind of work is measured in memory (15), five times after a start; what uses up its rows
                          is done twice, and once after a start
  --only WORDS            work with these words in its name
  --keep FOLDER           makes the databases there and leaves them. The next run with that folder takes ten minutes: it makes
                          the small one anew and goes on with the large one, which is good for three runs
  --make-only             measures nothing
  --write FILE            puts the figures in place of those in that page: src/server/deploy/GROWTH.md
  --json                  prints one line
`;

if (process.argv.includes('--help')) {
  process.stdout.write(usage);
  process.exit(0);
}
await runBundled('million-organizations');
