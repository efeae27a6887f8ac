import { expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import { costsByProject } from './costs-by-project.ts';
import { computeLine, creditsLine, egressLine, planLine } from '#billing/shared/invoice-lines/examples.test-support.ts';
import { readLines } from '#billing/shared/invoice-lines/lines.ts';

const part = (name: string, amount: number) => ({ project_ref: name, project_name: name, usage: 1, amount });

it('gives each project its part of every line, the dearest first', () => {
  const { projects, organization, totalCents } = costsByProject(
    readLines([
      planLine(),
      computeLine('XS', [
        ['atlas', 100, 1.34],
        ['beacon', 744, 10],
      ]),
      creditsLine(-10),
      egressLine({ breakdown: [part('atlas', 14.92)] }),
    ]),
  );
  expect(projects.map(({ name, cents, parts }) => [name, cents, parts.map(({ line }) => line.description)])).toEqual([
    ['atlas', 1626, ['XS Compute', 'Egress']],
    ['beacon', 1000, ['XS Compute']],
  ]);
  expect(organization.map(({ description, cents }) => [description, cents])).toEqual([
    ['Pro Plan', 2500],
    ['Compute Credits', -1000],
  ]);
  expect(totalCents).toBe(4126);
});

it('loses no cent where the parts do not make up their line', () => {
  const { projects, organization, totalCents } = costsByProject(
    readLines([egressLine({ breakdown: [part('a', 14.0000001), part('b', 0.000001)] })]),
  );
  expect(organization).toEqual([{ id: 'EGRESS.primary', description: 'Egress', cents: 92 }]);
  expect(sumCents([...projects, ...organization].map(({ cents }) => cents))).toBe(totalCents);
});

it('keeps projects of one name apart', () => {
  const { projects } = costsByProject(
    readLines([
      egressLine({
        breakdown: [
          { ...part('x', 1), project_ref: 'one' },
          { ...part('x', 2), project_ref: 'two' },
        ],
      }),
    ]),
  );
  expect(projects.map(({ ref }) => ref)).toEqual(['two', 'one']);
});
