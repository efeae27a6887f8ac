import type { PageFault } from './fault.ts';
import { faults, inside, largeTarget, smallTarget } from './fault-parts.ts';
import { frameFaults } from './frame-faults.ts';
import { spokenFaults } from './spoken-faults.ts';

const main = 'main h1';
const exportButton = '#invoices button[aria-label^="Export"], #invoices button:not([aria-label])';
const foot = 'footer a[href]';
const firstPage = '#invoices nav button[aria-disabled=true]';

const byHouse = faults('house rules', [
  ['page wider than the window', 'R9', { ...inside('p', { style: 'inline-size: 1400px' }, 'wide'), width: 320 }],
  ['text cut off', 'R9', { at: main, styles: { inlineSize: '20px', overflow: 'hidden', whiteSpace: 'nowrap' } }],
  ['movement in spite of reduced motion', 'R10', { at: main, moves: true }],
  ['link that opens apart and does not say so', 'R11', inside('a', { href: 'https://elsewhere.example/', target: '_blank' }, 'Prices')],
  ['name that begins with other words than are seen', 'R5', { at: exportButton, attributes: { 'aria-label': 'Download all' } }],
  ['natively disabled button', 'R2', { at: exportButton, attributes: { disabled: '' } }],
  ['unavailable without a reason', 'R2', { at: exportButton, attributes: { 'aria-disabled': 'true' } }],
  ['reason that is only in a tooltip', 'R2', { at: firstPage, attributes: { 'aria-describedby': null } }],
  ['permanent text in a status region', 'holds text before', inside('div', { role: 'status' }, 'Showing 1 to 5')],
  ['live region besides the announcer', 'a live region besides', inside('div', { 'aria-live': 'polite' })],
  [
    'amount in two pieces',
    'R13',
    inside('p', {}, undefined, [
      { tag: 'span', text: '$' },
      { tag: 'span', text: '25.00' },
    ]),
  ],
  [
    'old price only struck through',
    'R13',
    inside('p', {}, undefined, [
      { tag: 's', text: '$30.00' },
      { tag: 'span', text: ' $25.00' },
    ]),
  ],
  ['text of 6.9:1', 'has a contrast of 6.', inside('p', { style: 'color: #5b5b5b; background-color: #ffffff' }, 'Pale')],
  [
    'unavailable text of 4.5:1',
    'has a contrast of 4.',
    { at: '[aria-disabled=true]', styles: { color: '#767676', backgroundColor: '#ffffff' } },
  ],
  ['id that is there twice', 'is there twice', inside('i', { id: 'main' })],
  ['second first heading', 'first headings', inside('h1', {}, 'Again')],
  ['title without the product', 'the title is', { title: 'Billing' }],
  [
    'two links of one name to two places',
    'lead to two places',
    inside('p', {}, 'Read ', [
      { tag: 'a', attributes: { href: '/one' }, text: 'more' },
      { tag: 'a', attributes: { href: '/two' }, text: 'more' },
    ]),
  ],
  ['help moved away from its place', 'R12', { at: foot, text: 'About us' }],
  [
    'dialog without the way to support',
    'does not end with the way to support',
    inside('div', { role: 'dialog', 'aria-label': 'Costs' }, 'Costs'),
  ],
  [
    'scrolling box out of reach of the keyboard',
    'scrolls sideways',
    inside('div', { style: 'overflow-x: auto; inline-size: 100px' }, undefined, [
      { tag: 'p', attributes: { style: 'inline-size: 400px' }, text: 'wide' },
    ]),
  ],
  ['button that says that it opens a dialog', 'opens a dialog', { at: exportButton, attributes: { 'aria-haspopup': 'dialog' } }],
  ['heading that can be focused', 'clickable', { at: main, attributes: { tabindex: '-1' } }],
  [
    'list whose marks are spoken',
    'has a marker',
    inside('ul', { style: 'list-style: square' }, undefined, [{ tag: 'li', attributes: { style: 'display: list-item' }, text: 'Egress' }]),
  ],
  [
    'tooltip that repeats a name',
    'a tooltip repeats',
    inside('p', {}, undefined, [
      { tag: 'button', attributes: { style: largeTarget }, text: 'Refresh' },
      { tag: 'span', attributes: { role: 'tooltip' }, text: 'Refresh' },
    ]),
  ],
  [
    'name that says that a field is required',
    'which its state says already',
    inside('p', {}, undefined, [
      { tag: 'input', attributes: { 'aria-label': 'City (required)', 'aria-required': 'true', style: largeTarget } },
    ]),
  ],
]);

const byHitTest = faults('hit test', [
  ['target of 43 px', 'R7', { at: exportButton, styles: { minBlockSize: '0', blockSize: '43px', paddingBlock: '0' } }],
  [
    'area that lies over its neighbour',
    'points hit button "over"',
    inside('div', { style: 'display: grid; justify-items: start' }, undefined, [
      { tag: 'button', attributes: { style: largeTarget }, text: 'under' },
      { tag: 'button', attributes: { style: `${largeTarget}; margin-block-start: -12px; position: relative` }, text: 'over' },
    ]),
  ],
]);

const byReader = faults('virtual screen reader', [
  ['masked digits that are spoken', 'masked digits', inside('p', {}, '•••• 4242')],
  [
    'progress bar instead of a sentence',
    'progress bar',
    inside('div', { role: 'progressbar', 'aria-valuenow': '40', 'aria-label': 'Cycle' }),
  ],
  [
    'text that is seen and not heard',
    'seen but not heard: text "Spend cap is off."',
    { at: '#subscription', attributes: { 'aria-hidden': 'true' } },
  ],
  [
    'description of something else',
    'no utterance says Previous invoices',
    { at: firstPage, attributes: { 'aria-describedby': 'invoices-heading' } },
  ],
  ['region without a name', 'seen but not heard: region "Past Invoices"', { at: '#invoices', attributes: { 'aria-labelledby': null } }],
  ['button with a sign only', 'button without a name', inside('button', { style: 'inline-size: 44px; block-size: 44px' })],
  ['nonsense in a name', 'nonsense', { at: exportButton, attributes: { 'aria-label': 'Export undefined' } }],
  [
    'table without a name',
    'grid without a name',
    inside('table', { role: 'grid' }, undefined, [
      { tag: 'tr', attributes: { role: 'row' }, children: [{ tag: 'td', attributes: { role: 'gridcell' }, text: '1' }] },
    ]),
  ],
]);

const byAxe = faults('axe-core', [
  ['picture without words', 'image-alt', inside('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', width: '20', height: '20' })],
  ['field without a label', 'label', inside('input', { type: 'text' })],
  ['button without a name', 'button-name', inside('button', {})],
  ['link without a name', 'link-name', inside('a', { href: '/x' })],
  ['list with nothing of a list in it', 'list', inside('ul', {}, undefined, [{ tag: 'div', text: 'x' }])],
  ['heading level that is skipped', 'heading-order', inside('h6', {}, 'Deep')],
  ['state that does not exist', 'aria-valid-attr-value', { at: exportButton, attributes: { 'aria-expanded': 'maybe' } }],
  ['page without a language', 'html-has-lang', { at: 'html', attributes: { lang: null } }],
  [
    'control inside a control',
    'nested-interactive',
    inside('div', { role: 'button', tabindex: '0' }, 'outer', [{ tag: 'a', attributes: { href: '/x' }, text: 'inner' }]),
  ],
  ['hidden part that takes the focus', 'aria-hidden-focus', { at: '#invoices', attributes: { 'aria-hidden': 'true' } }],
  ['order of focus by numbers', 'tabindex', { at: exportButton, attributes: { tabindex: '3' } }],
  ['text outside every landmark', 'region', { insert: { tag: 'p', text: 'Stray' } }],
  [
    'zoom forbidden',
    'meta-viewport',
    { at: 'meta[name=viewport]', attributes: { content: 'width=device-width, user-scalable=no, maximum-scale=1' } },
  ],
  ['autofill that means nothing', 'autocomplete-valid', inside('input', { type: 'text', 'aria-label': 'City', autocomplete: 'banana' })],
  [
    'link that only its color tells from text',
    'link-in-text-block',
    inside('p', { style: 'color: #000000; background-color: #ffffff' }, 'Your costs are ', [
      {
        tag: 'a',
        attributes: { href: '/x', style: 'color: #333333; text-decoration: none; border: 0; font: inherit' },
        text: 'on this page',
      },
      { tag: 'span', text: ' of the report.' },
    ]),
  ],
  ['frame without a title', 'frame-title', inside('iframe', { srcdoc: '<p>x</p>' })],
  ['role that does not exist', 'aria-roles', inside('div', { role: 'buton' }, 'x')],
  // Faults for rules that axe-core runs only if they are enabled.
  ['text of 5:1', 'color-contrast-enhanced', inside('p', { style: 'color: #707070; background: #fff' }, 'Faint')],
  [
    'targets of 20 px side by side',
    'target-size',
    inside('div', {}, undefined, [
      { tag: 'button', attributes: { style: smallTarget }, text: 'a' },
      { tag: 'button', attributes: { style: smallTarget }, text: 'b' },
    ]),
  ],
]);

export const pageFaults: readonly PageFault[] = [...byHouse, ...spokenFaults, ...frameFaults, ...byHitTest, ...byReader, ...byAxe];
