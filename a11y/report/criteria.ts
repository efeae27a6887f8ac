export type Adherence = 'supports' | 'partially-supports' | 'does-not-support' | 'not-applicable' | 'not-evaluated';

export type Proof = 'hits' | 'engines' | 'house' | 'walks' | 'spoken' | 'virtual' | 'layout';

export interface Criterion {
  readonly num: string;
  readonly level: 'A' | 'AA' | 'AAA';
  readonly name: string;
  /** Planted faults that violate the criterion. The criterion is proven by the checks that detect these faults. */
  readonly plants: readonly string[];
  readonly also: readonly Proof[];
  /** Unproven part of the criterion. If set, the criterion is only partially supported. */
  readonly open?: string;
  readonly absent?: string;
  /** Check by a person. The report lists this check, but the check does not prove that the criterion is supported. */
  readonly byHand?: HandCheck;
}

export interface HandCheck {
  readonly date: string;
  readonly steps: string;
}

interface Facts {
  readonly plants?: readonly string[];
  readonly also?: readonly Proof[];
  readonly open?: string;
  readonly absent?: string;
  readonly byHand?: HandCheck;
}

type Row = readonly [num: string, name: string, facts: Facts];

const read = (level: Criterion['level'], rows: readonly Row[]): Criterion[] =>
  rows.map(([num, name, { plants = [], also = [], ...facts }]) => ({ num, level, name, plants, also, ...facts }));

const by = (...plants: string[]): Facts => ({ plants });
const noMedia: Facts = { absent: 'There is no audio or video.' };
/** No fault is planted for the criterion, so no test proves that violations are found. The criterion is at most partially supported. */
const unproven = (open: string): Facts => ({ open });

/** All criteria of WCAG 2.2, each with its planted faults. A criterion counts as checked if the audit detects these faults. */
export const criteria: readonly Criterion[] = [
  ...read('A', [
    ['1.1.1', 'Non-text Content', by('picture without words', 'button with a sign only', 'frame without a title')],
    ['1.2.1', 'Audio-only and Video-only', noMedia],
    ['1.2.2', 'Captions (Prerecorded)', noMedia],
    ['1.2.3', 'Audio Description or Media Alternative', noMedia],
    [
      '1.3.1',
      'Info and Relationships',
      by('list with nothing of a list in it', 'heading level that is skipped', 'table without a name', 'button in a row header'),
    ],
    ['1.3.2', 'Meaningful Sequence', by('search that opens elsewhere in the order', 'words that run together')],
    ['1.3.3', 'Sensory Characteristics', unproven('Texts are read for words of place and shape by IBM Equal Access only.')],
    ['1.4.1', 'Use of Color', by('link that only its color tells from text', 'old price only struck through')],
    ['1.4.2', 'Audio Control', { absent: 'There is no audio.' }],
    ['2.1.1', 'Keyboard', by('key that does nothing', 'focus lost after a press')],
    ['2.1.2', 'No Keyboard Trap', by('trap for the keyboard')],
    ['2.1.4', 'Character Key Shortcuts', { absent: 'There are no shortcuts of single characters.' }],
    ['2.2.1', 'Timing Adjustable', unproven('Messages can be kept on screen; the time that a price holds is given by the platform.')],
    ['2.2.2', 'Pause, Stop, Hide', unproven('Nothing moves for more than a moment; the test of movement runs with reduced motion only.')],
    ['2.3.1', 'Three Flashes', unproven('Nothing flashes; no test would find a flash.')],
    ['2.4.1', 'Bypass Blocks', by('text outside every landmark')],
    ['2.4.2', 'Page Titled', by('title without the product')],
    [
      '2.4.3',
      'Focus Order',
      by('order of focus by numbers', 'focus that does not come back from a dialog', 'search that opens elsewhere in the order'),
    ],
    ['2.4.4', 'Link Purpose (In Context)', by('link without a name', 'two links of one name to two places')],
    ['2.5.1', 'Pointer Gestures', { absent: 'Nothing needs a gesture.' }],
    ['2.5.2', 'Pointer Cancellation', unproven('Buttons act on release, by the components that they are built of; not tested apart.')],
    ['2.5.3', 'Label in Name', by('name that begins with other words than are seen')],
    ['2.5.4', 'Motion Actuation', { absent: 'Nothing is done by motion.' }],
    ['3.1.1', 'Language of Page', by('page without a language')],
    ['3.2.1', 'On Focus', by('focus that leaves after most of a second')],
    ['3.2.2', 'On Input', by('field that moves the focus while typing')],
    ['3.2.6', 'Consistent Help', by('help moved away from its place')],
    ['3.3.1', 'Error Identification', by('error beside its field that is not tied to it')],
    ['3.3.2', 'Labels or Instructions', by('field without a label', 'name that says that a field is required')],
    ['3.3.7', 'Redundant Entry', unproven('A stored address is offered; not tested through every flow.')],
    [
      '4.1.2',
      'Name, Role, Value',
      by('role that does not exist', 'state that does not exist', 'button without a name', 'hidden part that takes the focus'),
    ],
  ]),
  ...read('AA', [
    ['1.2.4', 'Captions (Live)', noMedia],
    ['1.2.5', 'Audio Description', noMedia],
    ['1.3.4', 'Orientation', by('page turned on its side')],
    ['1.3.5', 'Identify Input Purpose', by('autofill that means nothing')],
    ['1.4.3', 'Contrast (Minimum)', by('text of 6.9:1', 'unavailable text of 4.5:1')],
    ['1.4.4', 'Resize Text', { plants: ['text cut off', 'zoom forbidden'], also: ['layout'] }],
    ['1.4.5', 'Images of Text', unproven('There are none; not tested apart.')],
    ['1.4.10', 'Reflow', { plants: ['page wider than the window'], also: ['layout'] }],
    [
      '1.4.11',
      'Non-text Contrast',
      { plants: ['ring that can not be seen'], open: 'Edges of controls are measured by the gates of the design tokens only.' },
    ],
    ['1.4.12', 'Text Spacing', { plants: ['text cut off'], also: ['layout'] }],
    ['1.4.13', 'Content on Hover or Focus', by('Escape that does not close')],
    ['2.4.5', 'Multiple Ways', by('header without the search')],
    ['2.4.6', 'Headings and Labels', by('region without a name', 'description of something else')],
    ['2.4.7', 'Focus Visible', by('ring that can not be seen')],
    ['2.4.11', 'Focus Not Obscured (Minimum)', by('cover over what has the focus')],
    ['2.5.7', 'Dragging Movements', { absent: 'Nothing is dragged.' }],
    [
      '2.5.8',
      'Target Size (Minimum)',
      { plants: ['targets of 20 px side by side'], open: 'The fields of the payment provider, in production, are its own.' },
    ],
    ['3.1.2', 'Language of Parts', unproven('Names that members gave may be in any language and carry none.')],
    ['3.2.3', 'Consistent Navigation', by('tabs in another order than on other pages', 'product name after the menu of organizations')],
    ['3.2.4', 'Consistent Identification', unproven('Names come from shared tables of texts; no test compares them between pages.')],
    [
      '3.3.3',
      'Error Suggestion',
      { plants: ['error that does not say what is expected'], open: 'Planted in one form; the tests of the others read their messages.' },
    ],
    [
      '3.3.4',
      'Error Prevention (Legal, Financial, Data)',
      {
        plants: ['payment whose button does not say its sum'],
        open: 'Planted in the upgrade; journeys read the sum of the other payments.',
      },
    ],
    ['3.3.8', 'Accessible Authentication (Minimum)', unproven("The sandbox sign-in only; a provider's sign-in is its own.")],
    [
      '4.1.3',
      'Status Messages',
      {
        plants: ['silent change', 'announcement that comes twice', 'message that says added of what was removed'],
        also: ['spoken'],
      },
    ],
  ]),
  ...read('AAA', [
    ['1.2.6', 'Sign Language', noMedia],
    ['1.2.7', 'Extended Audio Description', noMedia],
    ['1.2.8', 'Media Alternative', noMedia],
    ['1.2.9', 'Audio-only (Live)', noMedia],
    ['1.3.6', 'Identify Purpose', unproven('Landmarks and input purposes only.')],
    ['1.4.6', 'Contrast (Enhanced)', by('text of 5:1', 'text of 6.9:1')],
    ['1.4.7', 'Low or No Background Audio', { absent: 'There is no audio.' }],
    ['1.4.8', 'Visual Presentation', unproven('The line height of text is 1.5; width and spacing of paragraphs are not tested apart.')],
    ['1.4.9', 'Images of Text (No Exception)', unproven('There are none; not tested apart.')],
    ['2.1.3', 'Keyboard (No Exception)', by('key that does nothing', 'trap for the keyboard')],
    ['2.2.3', 'No Timing', unproven('A price holds for fifteen minutes.')],
    ['2.2.4', 'Interruptions', unproven("Messages can't be postponed.")],
    ['2.2.5', 'Re-authenticating', unproven('Not evaluated here.')],
    ['2.2.6', 'Timeouts', unproven('Not evaluated here.')],
    ['2.3.2', 'Three Flashes', unproven('Nothing flashes; no test would find a flash.')],
    ['2.3.3', 'Animation from Interactions', by('movement in spite of reduced motion')],
    ['2.4.8', 'Location', by('page that no tab is marked for')],
    ['2.4.9', 'Link Purpose (Link Only)', by('link without a name', 'two links of one name to two places')],
    ['2.4.10', 'Section Headings', by('region that no heading labels')],
    ['2.4.12', 'Focus Not Obscured (Enhanced)', by('cover over what has the focus')],
    ['2.4.13', 'Focus Appearance', by('ring that can not be seen')],
    [
      '2.5.5',
      'Target Size (Enhanced)',
      {
        plants: ['target of 43 px', 'area that lies over its neighbour'],
        open: 'Without a touch screen, controls in invoice lines are 36 px high. The fields of the payment provider, in production, are its own.',
      },
    ],
    ['2.5.6', 'Concurrent Input Mechanisms', unproven('Keys and pointer are tested apart, not in turns.')],
    ['3.1.3', 'Unusual Words', unproven('Not evaluated here.')],
    ['3.1.4', 'Abbreviations', unproven('Not evaluated here.')],
    ['3.1.5', 'Reading Level', unproven('Measured by Flesch-Kincaid in the report for people; no person has judged it.')],
    ['3.1.6', 'Pronunciation', unproven('Not evaluated here.')],
    ['3.2.5', 'Change on Request', by('link that opens apart and does not say so')],
    [
      '3.3.5',
      'Help',
      {
        plants: ['help moved away from its place', 'dialog without the way to support'],
        open: 'A way to support is on every screen and in every dialog (technique G71); fields are not checked one by one.',
      },
    ],
    [
      '3.3.6',
      'Error Prevention (All)',
      unproven('Payments are confirmed; "Send again" sends an email with one question, and can\'t be undone.'),
    ],
    ['3.3.9', 'Accessible Authentication (Enhanced)', unproven("The sandbox sign-in only; a provider's sign-in is its own.")],
  ]),
];
