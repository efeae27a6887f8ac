import { expect, it } from 'vitest';
import { panelOf, panelSourceOf } from './panel.ts';

it('reads panel and source of an address', () => {
  expect(panelOf('?panel=subscriptionPlan&source=fairUseRestricted')).toBe('subscriptionPlan');
  expect(panelSourceOf('?panel=subscriptionPlan&source=fairUseRestricted')).toBe('fairUseRestricted');
});

it('takes nothing unknown for a panel or a source', () => {
  for (const search of ['', '?panel=', '?panel=costcontrol', '?panel=__proto__', '?source=elsewhere']) {
    expect([panelOf(search), panelSourceOf(search)]).toEqual([null, null]);
  }
});
