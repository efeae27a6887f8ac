import { expect, it } from 'vitest';
import { bodyOf, emptyToken, offeredScopes, refusalsOf, tokenSchema } from './token.form.ts';

const now = Date.parse('2026-05-20T12:00Z') / 1000;
const filled = { ...emptyToken(now), name: ' Report ', scopes: ['usage:write', 'billing:read'] };

const faults = (changes: Partial<typeof filled>) =>
  (tokenSchema(now).safeParse({ ...filled, ...changes }).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

it('offers only scopes that open a call', () => {
  expect(offeredScopes).toEqual(['billing:read', 'usage:write', 'propose']);
});

it('ends a token with its last day, and proposes a day in 90 days', () => {
  expect(filled.lastDay).toBe('2026-08-18');
  expect(bodyOf(filled)).toEqual({
    name: 'Report',
    scopes: ['billing:read', 'usage:write'],
    expires_at: Date.parse('2026-08-19T00:00Z') / 1000,
  });
  const ref = 'a'.repeat(20);
  expect(bodyOf({ ...filled, about: 'project', project: ref }).project_ref).toBe(ref);
  expect(bodyOf({ ...filled, project: ref })).not.toHaveProperty('project_ref');
});

it('needs a name, a scope, a project where one is meant, and a last day within a year', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ name: ' ', scopes: [] })).toEqual(['name: Enter a name', 'scopes: Choose at least one']);
  expect(faults({ about: 'project' })).toEqual(['project: Choose a project']);
  for (const [lastDay, message] of [
    ['', 'Enter a day'],
    ['2026-02-31', 'Enter a day'],
    ['2026-05-19', 'The last day must not be in the past'],
    ['2027-05-20', 'The last day must be within a year'],
  ] as const)
    expect(faults({ lastDay })).toEqual([`lastDay: ${message}`]);
  for (const lastDay of ['2026-05-20', '2027-05-19']) expect(faults({ lastDay })).toEqual([]);
});

it("shows the platform's errors at their fields", () => {
  expect(
    refusalsOf([
      { path: 'body.expires_at', message: 'must be in the future' },
      { path: 'body.project_ref', message: 'is not a project of this organization' },
      { path: 'params.slug', message: 'is closed' },
    ]),
  ).toEqual({ lastDay: 'This must be in the future', project: 'This is not a project of this organization' });
});
