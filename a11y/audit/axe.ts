import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { NodeResult, Result as RuleResult } from 'axe-core';
import type { Page } from 'playwright';
import type { Finding, Result } from './finding.ts';
import { isPlanted } from './plant.ts';

/** Every rule of WCAG 2.0 to 2.2 at A, AA and AAA, and the best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag21aaa', 'wcag22aa', 'wcag22aaa', 'best-practice'];

/** A frame that says nothing for so long is not looked into; on a busy machine half a second is soon over. Milliseconds. */
const pingWaitTime = 10_000;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const toFinding = (rule: RuleResult, node: NodeResult, isUndecided: boolean): Finding => ({
  rule: rule.id,
  // What stands where, by its opening tag.
  place: `${node.target.flat().join(' ')} ${/^<[^>]{0,400}>?/.exec(node.html)?.[0] ?? ''}`,
  message: (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? rule.help,
  isUndecided,
});

/** Reading the engine takes as long as its look, so it is read once into each frame. */
async function isInPlace(page: Page): Promise<boolean> {
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window).catch(() => false)));
  return frames.every(Boolean);
}

/** Counts elements that come and go. */
const watchElements = (page: Page) =>
  page.evaluateHandle(() => {
    const watch = { changes: 0, observer: new MutationObserver((records) => (watch.changes += records.length)) };
    watch.observer.observe(document, { childList: true, subtree: true });
    return watch;
  });

/** axe-core with every rule on the page and its frames. */
async function analyze(page: Page): Promise<Result> {
  const builder = new AxeBuilder({ page, axeSource: (await isInPlace(page)) ? ';' : axeSource }).setLegacyMode(true);
  // Options come first: they would take the choice of rules with them.
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

/**
 * axe-core with every rule. It knows elements by their place among others: where some came or went while it looked, as when a section was
 * read again, what it objects to may be none, and it looks once more.
 */
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
