import { ibmExplanations } from './explained-ibm.ts';
import type { EngineName, Explanation, Finding, Situation } from './finding.ts';

/** Accepted findings of all engines. Any other finding fails the audit, even if the engine could not decide. */
export const explanations: readonly Explanation[] = [
  ...(
    [
      ['axe', 'aria-hidden-focus'],
      ['alfa', 'sia-r17'],
      ['axe', 'page-has-heading-one'],
      ['axe', 'region'],
      ['axe', 'landmark-one-main'],
      ['alfa', 'sia-r57'],
      ['alfa', 'sia-r59'],
      ['ibm', 'aria_hidden_nontabbable'],
      ['ibm', 'aria_content_in_landmark'],
      ['ibm', 'label_content_exists'],
      ['ibm', 'heading_content_exists'],
    ] as const
  ).map(([engine, rule]): Explanation => ({
    engine,
    rule,
    while: 'a list is open',
    why: 'While a list or a menu is open, reading cursors are kept in it. Tab closes it with the key itself, so the focus never meets what is hidden; journeys watch that for lists and for menus.',
  })),
  {
    engine: 'axe',
    rule: 'label-content-name-mismatch',
    where: /(?=[^>]*role="(menuitem|option)")(?=[^>]*aria-describedby=)/,
    why: 'The label is the first line of the item, and the name; the second line is its description, which is spoken after it.',
  },
  {
    engine: 'axe',
    rule: 'scrollable-region-focusable',
    where: /role="listbox"/,
    why: 'In the search the focus stays in the field; the arrow keys go along the results and scroll them.',
  },
  {
    engine: 'axe',
    rule: 'target-size',
    where: /role="gridcell"/,
    undecidedOnly: true,
    why: 'A cell is no target: arrow keys focus it, and its button or link is what is pressed; the hit test measures that.',
  },
  {
    engine: 'axe',
    rule: 'color-contrast',
    undecidedOnly: true,
    why: 'Leaves open what overlaps or wraps; R8 of the house measures every text against its ground.',
  },
  {
    engine: 'axe',
    rule: 'color-contrast-enhanced',
    undecidedOnly: true,
    why: 'Leaves open what overlaps or wraps; R8 of the house measures every text against its ground.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r65',
    undecidedOnly: true,
    why: 'Asks whether the focus can be seen; the walks compare the pixels of every focused control.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r61',
    where: /firstHeading/,
    why: 'With a dialog open the page behind it, its first heading included, is out of reach on purpose.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r87',
    why: 'With a dialog open the skip link behind it is out of reach on purpose; the walks press it first on every page.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r41',
    undecidedOnly: true,
    why: 'Asks whether links of one name lead to one place; the rules of the house compare their addresses.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r81',
    undecidedOnly: true,
    why: 'Asks whether links of one name lead to one place; the rules of the house compare their addresses.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r66',
    undecidedOnly: true,
    why: 'Asks about contrast over a ground that it cannot compute; R8 of the house measures the same text.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r69',
    undecidedOnly: true,
    why: 'Asks about contrast over a ground that it cannot compute; R8 of the house measures the same text.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r73',
    why: 'Alfa does not follow the variable that holds the line height. It is 1.5 for text, and 1.43 for labels of one line.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r78',
    where: /There is no content between/,
    why: 'While a section loads only its heading can be read; what stands for its content is hidden on purpose.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r14',
    where: /"use this cardthis card|"delete cardunable to delete/,
    why: 'The label is the first line of the item, and the name; the second line is the reason, which is its description and spoken after it.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r57',
    where: /^\/html\[1\]\/body\[1\]\/div\[1\]\/div\[1\]\/div\[1\]\/div\[[12]\]\/p\[/,
    why: 'What the announcer says stands between header and main part while it is spoken. It is a live region, not a place to navigate to.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r83',
    where: /Your card('s [a-z ]+| number) is incomplete/,
    why: 'What the frame of the card fields says is for the ear: it is clipped to a pixel, and each field shows its own fault.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r59',
    while: 'the bank asks',
    why: 'While the bank asks, only its frame can be read; it has a heading of its own.',
  },
  ...ibmExplanations,
];

export const isExplained = (engine: EngineName, { rule, place, message, isUndecided }: Finding, situation: Situation | null): boolean =>
  explanations.some(
    (known) =>
      known.engine === engine &&
      known.rule === rule &&
      (!known.undecidedOnly || isUndecided) &&
      (known.while === undefined || known.while === situation) &&
      (known.where?.test(`${place} ${message}`) ?? true),
  );
