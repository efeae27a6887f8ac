import { billing, button, dialog } from '#a11y/states/state.ts';
import { must, noPosition, play, should, type PatternPlays } from './play-parts.ts';

const cap = dialog('Spend cap');
const changeCap = button('Change spend cap');
const cardMenu = button('Options for Mastercard ending in 4444');
const isCardMenu = [must('name of the button', /Options for Mastercard ending in 4444/), must('role button', /push button|menu button/)];
const opensMenu = should('that it opens a menu', /opens menu|menu button/);

export const overlayPlays: readonly PatternPlays[] = [
  {
    pattern: 'Dialog',
    plan: 'modal-dialog',
    address: billing('pro-capped'),
    opens: [],
    plays: [
      play(
        'openModalDialog',
        'Open a modal dialog',
        'on',
        changeCap,
        'Return',
        must('role dialog', /dialog/),
        must('name of the dialog', /Spend cap/),
      ),
      play(
        'navToLastFocusableElementModalDialog',
        'Go backwards from the first stop to the last',
        'before',
        button('Close', cap),
        'Tab shift+Tab',
        must('role of the last stop', /link|push button/),
        must('name of the last stop', /Contact support/),
      ),
      play(
        'navToFirstFocusableElementModalDialog',
        'Go forwards from the last stop to the first',
        'here',
        cap,
        'Tab',
        must('role of the first stop', /push button/),
        must('name of the first stop', /Close/),
      ),
      play(
        'closeModalDialog',
        'Close a modal dialog',
        'on',
        button('Cancel', cap),
        'Return',
        must('role button', /push button/),
        must('name of the button that opened it', /Change spend cap/),
      ),
    ],
  },
  {
    pattern: 'Menu button',
    plan: 'menu-button-actions',
    address: billing('pro-payg'),
    opens: [],
    plays: [
      play('navForwardsToMenuButton', 'Navigate forwards to a menu button', 'before', cardMenu, 'Tab', ...isCardMenu, opensMenu),
      play('navBackToMenuButton', 'Navigate backwards to a menu button', 'after', cardMenu, 'shift+Tab', ...isCardMenu, opensMenu),
      play(
        'openMenu',
        'Open a menu',
        'on',
        cardMenu,
        'Return',
        must('name of the first item', /Use this card/),
        must('role menu', /menu/),
        must('name of the menu', /Options for Mastercard/),
        should('position of the item', /1 of 2/, noPosition),
      ),
      play('navToLastItemMenu', 'Navigate to the last item', 'here', cardMenu, 'End', must('name of the last item', /Delete card/)),
      play('navToFirstItemMenu', 'Navigate to the first item', 'here', cardMenu, 'Home', must('name of the first item', /Use this card/)),
      play(
        'navToItemMenuByTypingCharacter',
        'Navigate to an item by typing a character',
        'here',
        cardMenu,
        'd',
        must('name of the item', /Delete card/),
      ),
      play('closeMenu', 'Close a menu', 'here', cardMenu, 'Escape', ...isCardMenu),
    ],
  },
];
