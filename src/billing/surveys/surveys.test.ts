import fc from 'fast-check';
import { expect, it } from 'vitest';
import { surveyTexts } from '#lib/texts/surveys.ts';
import { followUpOf, shuffledReasons } from './exit-reasons.ts';
import { exitFeedback, upgradeFeedback } from './feedback.ts';
import { surveySchema } from './survey.form.ts';
import { upgradeReasons } from './UpgradeSurvey.tsx';

const sentences = (random: () => number) => shuffledReasons(random).map(({ sentence }) => sentence);
const inOrder = sentences(() => 0.999999);

it('offers the ten reasons of the specification and none of them, in any order, none of them last', () => {
  expect(inOrder).toHaveLength(11);
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (stream) => {
      const shuffled = sentences(() => stream.next().value as number);
      expect(shuffled.toSorted()).toEqual(inOrder.toSorted());
      expect(shuffled.at(-1)).toBe(surveyTexts.noneOfTheAbove);
    }),
  );
  expect(sentences(() => 0)).not.toEqual(inOrder);
});

it('puts every reason first equally often', () => {
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const firsts = new Map<string, number>();
  for (let round = 0; round < 1000; round += 1) {
    const [first = ''] = sentences(random);
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  expect(firsts.size).toBe(10);
  for (const count of firsts.values()) expect(count).toBeGreaterThan(50);
});

it('asks further where a reason invites it, and in general where it does not', () => {
  expect(followUpOf(null)).toBe('What can we improve on?');
  expect(followUpOf(surveyTexts.noneOfTheAbove)).toBe('What can we improve on?');
  const questions = inOrder.map(followUpOf).filter((question) => question !== 'What can we improve on?');
  expect(new Set(questions).size).toBe(7);
  expect(followUpOf('A feature that I need is missing.')).toBe('Which feature is missing?');
});

it.each([
  ['free', 'pro', 6],
  ['free', 'team', 6],
  ['pro', 'team', 6],
  ['team', 'enterprise', 4],
] as const)('offers the reasons that fit the way from %s to %s', (from, to, count) => {
  const reasons = upgradeReasons(from, to);
  expect(reasons).toHaveLength(count);
  expect(reasons.at(-1)).toBe(surveyTexts.noneOfTheAbove);
  expect(reasons.some((reason) => reason.includes('compute'))).toBe(to === 'pro');
  expect(reasons.some((reason) => reason.includes('SOC2'))).toBe(to === 'team');
});

it('sends the exit survey as one string and the upgrade survey as a list', () => {
  expect(exitFeedback('acme', { reason: 'It is too expensive.', words: '  compute \n' })).toEqual({
    body: { orgSlug: 'acme', reasons: '- It is too expensive.\n', additionalFeedback: 'compute', exitAction: 'downgrade' },
  });
  expect(upgradeFeedback('acme', { prevPlan: 'free', currentPlan: 'pro', reasons: ['a', 'b'], words: ' ' })).toEqual({
    body: { orgSlug: 'acme', prevPlan: 'free', currentPlan: 'pro', reasons: ['a', 'b'] },
  });
});

it('tells before sending that an answer is too long', () => {
  const messageFor = (words: string) => surveySchema('Choose').safeParse({ reasons: ['a'], words }).error?.issues[0]?.message;
  expect(messageFor(` ${'a'.repeat(5000)} `)).toBeUndefined();
  expect(messageFor('a'.repeat(5001))).toMatch(/: Your answer has 5001 characters/);
});
