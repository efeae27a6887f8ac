import type { Finding } from './finding.ts';

export type EngineName = 'axe' | 'alfa' | 'ibm' | 'house';

interface Explanation {
  readonly engine: EngineName;
  readonly rule: string;
  /** Matches place and message, where the rule is explained for some places only. */
  readonly where?: RegExp;
  /** Only while the list of a combo box or a menu is open. */
  readonly whileListIsOpen?: true;
  /** Only what the engine leaves undecided. */
  readonly undecidedOnly?: true;
  readonly why: string;
}

/**
 * What engines say that is no fault here, each with its reason. Everything else fails the audit, what an engine could
 * not decide included.
 */
export const explanations: readonly Explanation[] = [
  ...(
    [
      ['axe', 'aria-hidden-focus'],
      ['alfa', 'sia-r17'],
      ['axe', 'page-has-heading-one'],
      ['axe', 'region'],
      ['axe', 'landmark-one-main'],
      ['alfa', 'sia-r57'],
      ['ibm', 'aria_hidden_nontabbable'],
    ] as const
  ).map(([engine, rule]): Explanation => ({
    engine,
    rule,
    whileListIsOpen: true,
    why: 'While a list or a menu is open, reading cursors are kept in it. Tab closes it with the key itself, so the focus never meets what is hidden; a journey watches that for lists.',
  })),
  {
    engine: 'axe',
    rule: 'label-content-name-mismatch',
    where: /(?=[^>]*role="menuitem")(?=[^>]*aria-disabled="true")/,
    why: 'The label is the first line of the item, and the name; the second line is the reason, which is its description and spoken after it.',
  },
  {
    engine: 'ibm',
    rule: 'aria_role_redundant',
    undecidedOnly: true,
    why: 'Tables restack on narrow screens; their roles are written out because CSS display would take them away.',
  },
  {
    engine: 'ibm',
    rule: 'table_caption_empty',
    where: /caption/,
    why: 'The caption is there and spoken; it is clipped to a pixel because the heading above says the same to the eye.',
  },
  {
    engine: 'ibm',
    rule: 'element_attribute_deprecated',
    where: /<s /,
    undecidedOnly: true,
    why: '<s> is current HTML; the words "was" and "now" carry the meaning (R13).',
  },
  { engine: 'ibm', rule: 'a_target_warning', undecidedOnly: true, why: 'Every such name ends in "opens in new tab" (R11 checks it).' },
  {
    engine: 'ibm',
    rule: 'style_color_misuse',
    undecidedOnly: true,
    why: 'A reminder on every style sheet. Levels and statuses are words; rules R8 and the forced-colors looks check it.',
  },
  {
    engine: 'ibm',
    rule: 'style_highcontrast_visible',
    undecidedOnly: true,
    why: 'A reminder on every style sheet. Every state is looked at in forced colors.',
  },
  {
    engine: 'ibm',
    rule: 'text_block_heading',
    undecidedOnly: true,
    why: 'A guess by font size: figures and plan names in large type are no headings.',
  },
  { engine: 'ibm', rule: 'text_sensory_misuse', undecidedOnly: true, why: 'A guess by words: "days left" and similar are no directions.' },
  { engine: 'ibm', rule: 'list_structure_proper', where: /<dl/, undecidedOnly: true, why: 'Groups of dt and dd in div are valid HTML.' },
  {
    engine: 'ibm',
    rule: 'aria_keyboard_handler_exists',
    undecidedOnly: true,
    why: 'Handlers are React’s, at the root. The keyboard walks use every such widget.',
  },
  {
    engine: 'ibm',
    rule: 'aria_child_valid',
    where: /role "caption"/,
    undecidedOnly: true,
    why: 'A caption in a table that is a grid names it; Chromium and Orca read it so.',
  },
  { engine: 'ibm', rule: 'widget_tabbable_exists', undecidedOnly: true, why: 'The page behind an open dialog is inert on purpose.' },
  {
    engine: 'ibm',
    rule: 'input_label_visible',
    where: /aria-label="(Close|Show options|About|Remove)/,
    undecidedOnly: true,
    why: 'A button with a sign; its name is its label, and a close button needs no other.',
  },
  {
    engine: 'ibm',
    rule: 'input_checkboxes_grouped',
    undecidedOnly: true,
    where: /type="checkbox"/,
    why: 'A guess by nearness: the settings of messages and of contrast have nothing to do with each other. Choices that belong together are fieldsets.',
  },
  {
    engine: 'ibm',
    rule: 'element_tabbable_unobscured',
    undecidedOnly: true,
    why: 'Asks whether something lies over it. A dialog over a panel is on top of it; the walks compare the pixels of every focused control.',
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
    why: 'Alfa does not follow the variable that holds the line height. It is 1.5 for text and 1.43 for small print; the report says so at 1.4.8.',
  },
  {
    engine: 'alfa',
    rule: 'sia-r78',
    where: /There is no content between/,
    why: 'While a section loads only its heading can be read; what stands for its content is hidden on purpose.',
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
];

export const isExplained = (engine: EngineName, { rule, place, message, isUndecided }: Finding, isListOpen: boolean): boolean =>
  explanations.some(
    (known) =>
      known.engine === engine &&
      known.rule === rule &&
      (!known.undecidedOnly || isUndecided) &&
      (!known.whileListIsOpen || isListOpen) &&
      (known.where?.test(`${place} ${message}`) ?? true),
  );
