import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adminWords } from '#contract/admin/admin-messages.ts';
import { isInstantMetric, METRIC_RULES } from '#server/domain/metrics.ts';

it.each([
  ['README.md', readFileSync('README.md', 'utf8')],
  ['the reference of the admin API', adminWords.sendUsage.description],
])('%s names the metrics that need `until`', (_, text) => {
  const measures = new Set(METRIC_RULES.filter(({ metric }) => !isInstantMetric(metric)).map(({ measure }) => measure));
  expect([...measures].toSorted()).toEqual(['average', 'hours', 'level']);
  expect(text.replace(/\s+/g, ' ')).toContain('Metrics of hours, levels and averages need `until`, the end of the ');
});
