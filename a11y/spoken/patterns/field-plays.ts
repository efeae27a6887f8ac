import { billing, button, combobox, dialog, radio, region } from '#a11y/states/state.ts';
import { must, noPosition, play, should, type PatternPlays } from './play-parts.ts';

const country = combobox('Country', region('Billing Address & Tax ID'));
const isCountry = [must('role combo box', /combo box|entry/), must('name Country', /Country/)];
const cap = dialog('Spend cap');
const enabled = radio('Spend cap enabled', cap);
const disabled = radio('Spend cap disabled', cap);
const isRadio = must('role radio button', /radio button/);

export const fieldPlays: readonly PatternPlays[] = [
  {
    pattern: 'Combo box',
    plan: 'combobox-autocomplete-both-updated',
    address: billing('pro-capped'),
    opens: [button('Edit billing address')],
    plays: [
      play(
        '12',
        'Navigate forwards to a filled in, collapsed combo box',
        'before',
        country,
        'Tab',
        ...isCountry,
        must('the chosen option', /United States|Germany|Netherlands/),
        must('that text can be entered', /entry|combo box/),
      ),
      play(
        '13',
        'Navigate backwards to a filled in, collapsed combo box',
        'after',
        country,
        'shift+Tab',
        ...isCountry,
        must('the chosen option', /United States|Germany|Netherlands/),
      ),
      play('23', 'Open a filled in combo box', 'on', country, 'alt+Down', must('state expanded', /expanded|option|available/)),
      play(
        '61',
        'Navigate to the next option',
        'here',
        country,
        'Down',
        must('name of the option', /[A-Z][a-z]+/),
        should('position of the option', /\d+ of \d+/, noPosition),
      ),
      play(
        '63',
        'Navigate to the previous option',
        'here',
        country,
        'Up',
        must('name of the option', /[A-Z][a-z]+/),
        should('position of the option', /\d+ of \d+/, noPosition),
      ),
      play('43', 'Close a filled in combo box', 'here', country, 'Escape', must('state collapsed', /collapsed/)),
      play(
        '37',
        'Narrow down the matching options',
        'on',
        country,
        'ctrl+a g e r m',
        should('how many options match', /1 option/),
        must('state expanded', /expanded|option/),
      ),
      play('75', 'Select an option', 'here', country, 'Down Return', must('name of the chosen option', /Germany/)),
    ],
  },
  {
    pattern: 'Radio group',
    plan: 'radiogroup-roving-tabindex',
    address: billing('pro-capped', '?panel=costControl'),
    opens: [],
    plays: [
      play(
        'navForwardsInToRadioGroupWhereFirstRadioButtonIsChecked',
        'Navigate forwards into a group whose first radio is checked',
        'before',
        enabled,
        'Tab',
        must('name of the radio', /Spend cap enabled/),
        isRadio,
        must('state checked', /(?<!not )selected/),
        should('role and name of the group', /Spend cap panel/),
        should('position of the radio', /1 of 2/, noPosition),
      ),
      play(
        'navToLastRadio',
        'Check the next radio by navigating to it',
        'here',
        enabled,
        'Down',
        must('name of the radio', /Spend cap disabled/),
        isRadio,
        must('state checked', /(?<!not )selected/),
      ),
      play(
        'navToFirstRadio',
        'Check the previous radio by navigating to it',
        'here',
        disabled,
        'Up',
        must('name of the radio', /Spend cap enabled/),
        isRadio,
        must('state checked', /(?<!not )selected/),
      ),
      play(
        'navOutEndRadioGroup',
        'Navigate out of the end of a group',
        'on',
        enabled,
        'Tab',
        must('name of the next stop', /[A-Z][a-z]+/),
        must('role of the next stop', /link|push button/),
      ),
    ],
  },
];
