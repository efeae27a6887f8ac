import { expect, it } from 'vitest';
import type { Budget } from './budget-messages.ts';
import { bodyOf, budgetSchema, type BudgetValues, emptyBudget, refusalsOf, valuesOfBudget } from './budget.form.ts';

const ref = 'a'.repeat(20);
const values: BudgetValues = { ...emptyBudget, name: ' Limit ', amount: '49.5', actual: ['50'], typedActual: '80%' };

it('sends what is typed, and comes back from it as it was', () => {
  const typedBudget = {
    ...values,
    about: 'project' as const,
    project: ref,
    atLimit: 'stop' as const,
    recipients: ['a@x.example'],
    typed: 'b@x.example',
  };
  expect(bodyOf(typedBudget)).toEqual({
    name: 'Limit',
    scope: `project:${ref}`,
    basis: 'overage',
    amount_cents: 4950,
    thresholds: [
      { percent: 50, on: 'actual' },
      { percent: 80, on: 'actual' },
      { percent: 100, on: 'projected' },
    ],
    at_limit: 'stop',
    recipients: ['a@x.example', 'b@x.example'],
  });
  expect(bodyOf(values)).not.toHaveProperty('recipients');
  const stored = {
    ...bodyOf(typedBudget),
    id: 'bud_1',
    version: 1,
    project_name: 'shop',
    spent_cents: 0,
    projected_cents: 0,
    limit_reached: false,
  } as Budget;
  expect(bodyOf(valuesOfBudget(stored))).toEqual(bodyOf(typedBudget));
});

it('sends a daily limit only for a counted metric that stops charges', () => {
  const daily = { ...values, about: 'metric' as const, metric: 'EGRESS', atLimit: 'stop' as const, window: 'day' as const };
  expect(bodyOf(daily)).toMatchObject({ scope: 'metric:EGRESS', window: 'day', basis: 'overage', at_limit: 'stop' });
  expect(bodyOf({ ...daily, metric: 'STORAGE_SIZE' })).not.toHaveProperty('window');
  expect(bodyOf({ ...daily, atLimit: 'alert' })).not.toHaveProperty('window');
  expect(bodyOf({ ...daily, about: 'organization' })).toMatchObject({ scope: 'organization', basis: 'bill' });
  const faults = budgetSchema.safeParse({ ...daily, metric: '' }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faults).toEqual([['metric', 'Choose what is used']]);
});

it('reads full-width digits of the amount and the percentages', () => {
  const typed = {
    ...emptyBudget,
    name: 'Team',
    amount: '\uFF14\uFF19\uFF0E\uFF15\uFF10',
    actual: [],
    typedActual: '\uFF15\uFF10\u3001\uFF18\uFF10\uFF05',
    projected: [],
  };
  expect(budgetSchema.safeParse(typed).success).toBe(true);
  expect(bodyOf(typed)).toMatchObject({ amount_cents: 4950, thresholds: [{ percent: 50 }, { percent: 80 }] });
});

it('says at each field what it must hold', () => {
  const faultsOf = (changed: Partial<BudgetValues>) =>
    budgetSchema.safeParse({ ...values, ...changed }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ about: 'project', project: '' })).toEqual([['project', 'Choose a project']]);
  expect(faultsOf({ recipients: ['a@x.example'], typed: 'nonsense' })).toEqual([['recipients', '"nonsense" is not a valid email address']]);
  expect(faultsOf({ recipients: Array.from({ length: 21 }, (_, index) => `r${index}@x.example`) })).toEqual([
    ['recipients', 'Enter at most 20 recipients'],
  ]);
  expect(faultsOf({ name: ' ', amount: '-1', typedActual: '0', typedProjected: '50, 50' }).map(([path]) => path)).toEqual([
    'name',
    'amount',
    'actual',
    'projected',
  ]);
});

it('puts the refusals of the platform at their fields', () => {
  const body = bodyOf({ ...values, recipients: ['a@x.example', 'b@x.example'] });
  const refused = [
    { path: 'body.scope', message: 'is not a project of this organization' },
    { path: 'body.amount_cents', message: 'must be at most 10000000000' },
    { path: 'body.thresholds.2.percent', message: 'must be from 1 to 1000' },
    { path: 'body.thresholds', message: 'must not hold the same threshold twice' },
    { path: 'body.recipients.1', message: 'Please provide a valid email address' },
    { path: 'body.else', message: 'is unknown' },
  ];
  expect(refusalsOf(refused, body)).toEqual({
    project: 'This is not a project of this organization',
    amount: 'This must be at most 10000000000',
    projected: 'This must be from 1 to 1000',
    actual: 'This must not hold the same threshold twice',
    recipients: '"b@x.example" is not a valid email address',
  });
});
