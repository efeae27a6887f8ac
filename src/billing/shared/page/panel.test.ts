import { expect, it } from 'vitest';
import { panelOf, panelSourceOf, withPanel } from './panel.ts';

it('reads panel and source of an address', () => {
  expect(panelOf('?panel=subscriptionPlan&source=fairUseRestricted')).toBe('subscriptionPlan');
  expect(panelSourceOf('?panel=subscriptionPlan&source=fairUseRestricted')).toBe('fairUseRestricted');
});

it('takes nothing unknown for a panel or a source', () => {
  for (const search of ['', '?panel=', '?panel=costcontrol', '?panel=__proto__', '?source=elsewhere']) {
    expect([panelOf(search), panelSourceOf(search)]).toEqual([null, null]);
  }
});

it('changes nothing of the query but the panel', () => {
  expect(withPanel('?invoices=2', 'costControl')).toBe('?invoices=2&panel=costControl');
  expect(withPanel('?panel=costControl&source=fairUseRestricted', null)).toBe('?source=fairUseRestricted');
  expect(withPanel('?panel=costControl', null)).toBe('');
});

it('owes no later opening to the source of an earlier one', () => {
  expect(withPanel('?source=fairUseRestricted&invoices=2', 'costControl')).toBe('?invoices=2&panel=costControl');
});
