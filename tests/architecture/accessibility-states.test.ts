import { describe, expect, it } from 'vitest';
import { states } from '#a11y/states/catalogue.ts';
import { uncoveredBy } from '#a11y/states/coverage.ts';
import { sourceFiles } from './source-files.ts';

const sources = sourceFiles(/^src\/(billing|app)\/.*\.tsx$/);

describe('the catalogue of screen states', () => {
  it('has a state for every route, section, situation and dialog', () => {
    expect(uncoveredBy(states, sources)).toEqual([]);
  });

  it('names every state once, and enough of them', () => {
    expect(new Set(states.map(({ name }) => name)).size).toBe(states.length);
    expect(states.length).toBeGreaterThanOrEqual(120);
  });

  it('notices a new dialog, a route and a section without a state', () => {
    const dialog = { path: 'src/billing/credits/New.tsx', text: '<Dialog isOpen>' };
    expect(uncoveredBy(states, [...sources, dialog])).toEqual(['dialog src/billing/credits/New.tsx']);
    expect(
      uncoveredBy(
        states.filter(({ address }) => !address.endsWith('/usage')),
        sources,
      ),
    ).toContain('route usage');
    expect(
      uncoveredBy(
        states.filter(({ section }) => section?.[0] !== 'email'),
        sources,
      ),
    ).toContain('section email, loading');
  });

  it('notices a dialog that is never seen under way, and an organization that two states change', () => {
    const quiet = states.filter(({ steps }) => !steps.some((step) => step.do === 'stall'));
    expect(uncoveredBy(quiet, sources)).toContain('dialog src/billing/credits/TopUpDialog.tsx, under way');
    const change = states.find(({ changes }) => changes);
    expect(change && uncoveredBy([...states, { ...change, name: 'Again' }], sources)).toEqual([
      expect.stringMatching(/^state "Again" changes .*, as another does$/),
    ]);
  });

  it('notices a state of a dialog that is gone', () => {
    const state = { name: 'Gone', member: 'owner', address: '/', steps: [], sees: [], dialogs: ['src/billing/Gone.tsx'] } as const;
    expect(uncoveredBy([...states, state], sources)).toEqual([
      'state "Gone" names src/billing/Gone.tsx, which opens no dialog',
      'state "Gone" shows a dialog and sees none',
    ]);
  });
});
