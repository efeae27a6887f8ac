import type { PageFault } from './fault.ts';
import { faults, inside, largeTarget } from './fault-parts.ts';

export const spokenFaults: readonly PageFault[] = faults('house rules', [
  [
    'error beside its field that is not tied to it',
    'is not described by',
    inside('div', {}, undefined, [
      {
        tag: 'div',
        attributes: { role: 'group', tabindex: '-1', 'aria-label': 'Check the dates', 'aria-describedby': 'main' },
        children: [{ tag: 'a', attributes: { href: '#planted-day' }, text: 'The end is before the start' }],
      },
      { tag: 'input', attributes: { id: 'planted-day', 'aria-label': 'To', style: largeTarget } },
      { tag: 'p', text: 'The end is before the start' },
    ]),
  ],
  [
    'button in a row header',
    'a row header holds a control',
    inside('table', {}, undefined, [
      {
        tag: 'tr',
        children: [
          {
            tag: 'th',
            attributes: { role: 'rowheader' },
            text: 'Compute ',
            children: [{ tag: 'button', attributes: { style: largeTarget }, text: 'About' }],
          },
        ],
      },
    ]),
  ],
  [
    'two buttons in one cell',
    'more than one control',
    inside('table', {}, undefined, [
      {
        tag: 'tr',
        children: [
          {
            tag: 'td',
            attributes: { role: 'cell' },
            children: [
              { tag: 'button', attributes: { style: largeTarget }, text: 'Pay' },
              { tag: 'button', attributes: { style: largeTarget }, text: 'Show' },
            ],
          },
        ],
      },
    ]),
  ],
  [
    'table name that is a sentence',
    'words before its first cell',
    inside('table', { role: 'table', 'aria-label': 'What each resource costs above its quota while the cap is off' }),
  ],
  [
    'region that repeats the name of its table',
    'a region repeats the name of its table',
    inside('div', { role: 'dialog', 'aria-label': 'Plans' }, undefined, [
      {
        tag: 'section',
        attributes: { 'aria-label': 'Comparison' },
        children: [{ tag: 'table', attributes: { role: 'table', 'aria-label': 'Comparison' }, text: 'Pro' }],
      },
    ]),
  ],
  [
    'dialog name that is a sentence',
    'words before its first heading',
    inside('div', {
      role: 'dialog',
      'aria-label': 'Change the subscription plan of the organization Harbour Logistics from Pro to Team today',
    }),
  ],
  [
    'card behind too many words',
    'words before this heading',
    inside('div', { role: 'dialog', 'aria-label': 'Change subscription plan for Harbour Logistics' }, undefined, [
      {
        tag: 'ul',
        attributes: { style: 'list-style: none' },
        children: [
          {
            tag: 'li',
            children: [{ tag: 'section', attributes: { 'aria-label': 'Plan of teams' }, children: [{ tag: 'h3', text: 'Team' }] }],
          },
        ],
      },
    ]),
  ],
  [
    'words that run together',
    'words run together',
    inside('ul', { style: 'list-style: none' }, undefined, [
      {
        tag: 'li',
        children: [
          { tag: 'span', text: '100,000 users (MAU)' },
          { tag: 'span', attributes: { style: 'display: block' }, text: 'then $0.00325' },
        ],
      },
    ]),
  ],
]);
