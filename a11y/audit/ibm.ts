import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import type { Result } from './finding.ts';
import { plantedId } from './plant.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8');

interface Report {
  readonly results: readonly {
    readonly ruleId: string;
    readonly value: readonly [string, string];
    readonly path: { readonly dom: string };
    readonly snippet: string;
    readonly message: string;
  }[];
}

declare const ace: { Checker: new () => { check(root: Document, rulesets: readonly string[]): Promise<Report> } };

/** Uses WCAG 2.2 rules. This run must be the last one, because it removes React Aria's collection templates from the page. */
export async function runIbm(page: Page): Promise<Result> {
  await page.evaluate(source);
  const { results } = await page.evaluate(async () => {
    for (const template of document.querySelectorAll('template')) template.remove();
    const report = await new ace.Checker().check(document, ['WCAG_2_2', 'IBM_Accessibility']);
    return {
      results: report.results
        .filter(({ value }) => value[1] !== 'PASS' && value[0] !== 'INFORMATION')
        .map(({ ruleId, value, path, snippet, message }) => ({
          ruleId,
          value,
          path: { dom: path.dom },
          snippet: snippet.slice(0, 160),
          message,
        })),
    };
  });
  const all = results.map(({ ruleId, value, path, snippet, message }) => ({
    rule: ruleId,
    place: `${path.dom} ${snippet}`,
    message,
    isUndecided: value[1] !== 'FAIL' || value[0] !== 'VIOLATION',
  }));
  return {
    findings: all.filter(({ place }) => !place.includes(plantedId)),
    sawPlanted: all.some(({ place, isUndecided }) => place.includes(plantedId) && !isUndecided),
  };
}
