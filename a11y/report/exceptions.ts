import { notToldYet } from '#a11y/spoken/not-told-yet.ts';
import { criteria } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import { proofStates } from './proofs.ts';
import { outdated, sourceDigest } from './sources.ts';

const mostFaults = 40;

export function openExceptions(evidence: Evidence, sources = sourceDigest()): string[] {
  const proofs = proofStates(evidence);
  const remarks = criteria
    .map((criterion) => judge(criterion, proofs, evidence))
    .filter(({ adherence }) => adherence !== 'supports' && adherence !== 'not-applicable')
    .map(({ criterion: { num, name }, notes }) => `${num} ${name}: ${notes}`);
  const tests = Object.entries(evidence.tests).flatMap(([file, { failures, skipped }]) => [
    ...failures.map((failure) => `${file} fails: ${failure}`),
    ...(skipped > 0 ? [`${file} has left out ${skipped} tests`] : []),
  ]);
  const { audit } = evidence;
  const builds = new Set([...Object.values(evidence.tests).map(({ build }) => build), audit?.build]);
  tests.push(...outdated([...Object.values(evidence.tests), audit], sources));
  const untold = notToldYet.map((name) => `Not told to Orca yet: ${name}`);
  if (builds.size > 1) tests.push('The tests and the audit have not looked at the same build.');
  if (!audit) return [...remarks, ...tests, ...untold, 'The audit of every screen in every look has not been run.'];
  const faults = audit.faults.map(({ screen, engine, look, fault }) => `${screen}, ${look}: ${engine} finds ${fault}`);
  return [
    ...remarks,
    ...tests,
    ...untold,
    ...audit.unreached.map((name) => `The audit has not looked at: ${name}`),
    ...faults.slice(0, mostFaults),
    ...(faults.length > mostFaults ? [`and ${faults.length - mostFaults} more findings of the audit`] : []),
  ];
}
