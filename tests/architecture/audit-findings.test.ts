import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findings } from '#tests/support/audit-findings.mjs';

it('tells each package with an advisory', () => {
  const output = JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      leftish: { name: 'leftish', severity: 'high', range: '<1.2.3', via: [{ title: 'Prototype pollution' }] },
      rightish: { name: 'rightish', severity: 'low', range: '*', via: ['leftish'] },
    },
  });
  expect(findings(output, '')).toEqual({
    unavailable: null,
    found: ['leftish <1.2.3 (high): Prototype pollution', 'rightish * (low): through leftish'],
  });
});

it('is content where nothing is known', () => {
  expect(findings('{"auditReportVersion":2,"vulnerabilities":{}}', '')).toEqual({ unavailable: null, found: [] });
});

it.each([
  ['{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}', '', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed"}}', '', 'request failed'],
  ['', 'npm error network\nmore', 'npm error network'],
])('says why nobody could be asked: %s', (output, errors, why) => {
  expect(findings(output, errors)).toEqual({ unavailable: why, found: [] });
});

it('the workflow runs the audit', () => {
  expect(readFileSync('.github/workflows/pull-request.yml', 'utf8')).toMatch(/^ +- run: \.ci\/run$/m);
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^node tests\/support\/supply-chain\.mjs$/m);
});
