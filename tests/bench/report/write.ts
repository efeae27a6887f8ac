import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { goals } from '#tests/bench/goals.ts';
import { folder, keptFolder, type Result } from '#tests/bench/results.ts';
import { reportPage } from './page.ts';
import { withTable } from './readme.ts';

const readmeFile = 'tests/bench/README.md';

/** One suite per line, without details of the run. */
const keptFigures = (results: readonly Result[]): string =>
  `[\n${results.map((result) => JSON.stringify({ ...result, details: undefined })).join(',\n')}\n]\n`;

/** Writes all figures as JSON and as a page. @param keep also writes the repository's files. @returns the paths */
export function writeReport(results: readonly Result[], keep: boolean): string {
  const page = reportPage(results);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/bench.json`, `${JSON.stringify({ goals, results }, null, 1)}\n`);
  writeFileSync(`${folder}/bench.html`, page);
  if (keep) {
    mkdirSync(keptFolder, { recursive: true });
    writeFileSync(`${keptFolder}/figures.json`, keptFigures(results));
    writeFileSync(readmeFile, withTable(readFileSync(readmeFile, 'utf8'), results));
  }
  return `${folder}/bench.json and ${folder}/bench.html are written${keep ? `, kept in ${keptFolder} and in ${readmeFile}` : ''}`;
}
