import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { NodeResult, Result as RuleResult } from 'axe-core';
import type { Page } from 'playwright';
import type { Finding, Result } from './finding.ts';
import { isPlanted } from './plant.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag21aaa', 'wcag22aa', 'wcag22aaa', 'best-practice'];

/** Timeout for unresponsive frames, in milliseconds. The default of axe-core, half a second, is too short on a busy machine. */
const pingWaitTime = 10_000;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const toFinding = (rule: RuleResult, node: NodeResult, isUndecided: boolean): Finding => ({
  rule: rule.id,
  place: `${node.target.flat().join(' ')} ${/^<[^>]{0,400}>?/.exec(node.html)?.[0] ?? ''}`,
  message: (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? rule.help,
  isUndecided,
});

/** Each frame loads axe-core only once, because loading takes as long as a run. */
async function isInPlace(page: Page): Promise<boolean> {
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window).catch(() => false)));
  return frames.every(Boolean);
}

const watchElements = (page: Page) =>
  page.evaluateHandle(() => {
    const watch = { changes: 0, observer: new MutationObserver((records) => (watch.changes += records.length)) };
    watch.observer.observe(document, { childList: true, subtree: true });
    return watch;
  });

async function analyze(page: Page): Promise<Result> {
  const builder = new AxeBuilder({ page, axeSource: (await isInPlace(page)) ? ';' : axeSource }).setLegacyMode(true);
  // Sets the options before the tags, because setting options resets the selected rules.
  builder.options({ pingWaitTime, resultTypes: ['violations', 'incomplete'] });
  const { violations, incomplete } = await builder.withTags(tags).analyze();
  const all = [
    ...violations.flatMap((rule) => rule.nodes.map((node) => toFinding(rule, node, false))),
    ...incomplete.flatMap((rule) => rule.nodes.map((node) => toFinding(rule, node, true))),
  ];
  return {
    findings: all.filter(({ place }) => !isPlanted(place)),
    sawPlanted: all.some(({ rule, place }) => rule === 'button-name' && isPlanted(place)),
  };
}

/** Runs axe-core with all rules. If elements changed during the run, selectors of findings may be wrong, so axe-core runs again. */
export async function runAxe(page: Page): Promise<Result> {
  const watch = await watchElements(page);
  const result = await analyze(page);
  const changes = await watch.evaluate((inPageWatch) => {
    const untold = inPageWatch.observer.takeRecords().length;
    inPageWatch.observer.disconnect();
    return inPageWatch.changes + untold;
  });
  return changes > 0 && result.findings.length > 0 ? analyze(page) : result;
}
