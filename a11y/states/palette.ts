import { billing, button, combobox, dialog, fill, option, press, text, wait, type State } from './state.ts';

const search = dialog('Search');
const field = combobox('Page, section, project, invoice or action', search);
const openSearch = [press(button('Search or jump to')), wait(field)];

const shown = (
  name: string,
  source: 'Palette' | 'BillSummary',
  steps: State['steps'],
  sees: State['sees'],
  member: State['member'] = 'owner',
): State => ({
  name,
  member,
  address: billing('pro-payg'),
  steps: [...openSearch, ...steps],
  sees,
  dialogs: [`src/app/palette/${source}.tsx`],
});

export const paletteStates: readonly State[] = [
  shown('Search: everything', 'Palette', [], [option('Top up credits', search), option('Usage', search)]),
  shown('Search: an invoice by its number', 'Palette', [fill(field, '0015')], [option(/^Download invoice .*-0015$/, search)]),
  shown('Search: nothing matches', 'Palette', [fill(field, 'xyzzy')], [text('Nothing matches', search)]),
  shown('Search: what a developer may not do', 'Palette', [fill(field, 'top up')], [option('Top up credits', search)], 'developer'),
  shown(
    'Read my bill',
    'BillSummary',
    [press(option('Read my bill'))],
    [text(/^Lantern Media is on the Pro Plan/, dialog('Read my bill'))],
  ),
];
