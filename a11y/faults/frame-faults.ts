import type { PageFault } from './fault.ts';
import { faults, inside } from './fault-parts.ts';

const tab = 'header nav a[aria-current]';

export const frameFaults: readonly PageFault[] = faults('house rules', [
  ['page that no tab is marked for', '0 tabs are marked', { at: tab, attributes: { 'aria-current': null } }],
  ['tabs in another order than on other pages', 'the tabs are in the order', { at: 'header nav li', comesLast: true }],
  ['product name after the menu of organizations', 'is elsewhere in the header', { at: 'header nav > span', comesLast: true }],
  ['header without the search', 'the search is missing', { at: '#open-search', styles: { display: 'none' } }],
  [
    'region that no heading labels',
    'a region without a heading',
    inside('section', { 'aria-labelledby': 'planted-label' }, undefined, [
      { tag: 'p', attributes: { id: 'planted-label' }, text: 'Costs' },
    ]),
  ],
  ['page turned on its side', 'is turned', { at: 'main', styles: { transform: 'rotate(90deg)' } }],
]);
