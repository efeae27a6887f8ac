import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { goals } from '#tests/bench/goals.ts';
import { folder, keptFolder, type Result } from '#tests/bench/results.ts';
import type { Measured } from '#tests/bench/suite.ts';
import { reportPage } from './page.ts';
import { withTable } from './readme.ts';

const readmeFile = 'tests/bench/README.md';

const withoutSamples = (figure: Measured): Measured => ({
  ...(Object.fromEntries(Object.entries(figure).filter(([name]) => name !== 'samples')) as unknown as Measured),
  ...(figure.floor && { floor: { name: figure.floor.name, value: figure.floor.value } }),
});

export const keptFigures = (results: readonly Result[]): string => {
  const kept = results.map((result) => ({ ...result, details: undefined, figures: result.figures.map(withoutSamples) }));
  return `[\n${kept.map((result) => JSON.stringify(result)).join(',\n')}\n]\n`;
};

/** @param keep if true, also writes the result files in the repository. @returns the paths of the written files */
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
