import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adminWords } from '#contract/admin/admin-messages.ts';
import { callSummaries } from '#contract/summaries.ts';
import { isInstantMetric, METRIC_RULES } from '#server/domain/metrics.ts';

it.each([
  ['README.md', readFileSync('README.md', 'utf8')],
  ['the reference of the admin API', adminWords.sendUsage.description],
])('%s names the metrics that need `until`', (_, text) => {
  const measures = new Set(METRIC_RULES.filter(({ metric }) => !isInstantMetric(metric)).map(({ measure }) => measure));
  expect([...measures].toSorted()).toEqual(['average', 'hours', 'level']);
  expect(text.replace(/\s+/g, ' ')).toContain('Metrics of hours, levels and averages need `until`, the end of the ');
});

it.each([
  ['all organizations', adminWords.sendUsage.description],
  ['one organization', callSummaries.recordUsage],
])('says that sending usage of %s again is safe', (_, text) => {
  expect(text).toMatch(/ending (it|a batch) again(, whole or in part,)? is safe/);
});
