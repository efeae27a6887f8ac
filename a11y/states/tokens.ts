import { tokensTexts } from '#lib/texts/tokens.ts';
import {
  alertDialog,
  button,
  checkbox,
  combobox,
  dialog,
  fill,
  heading,
  hold,
  key,
  press,
  radio,
  region,
  stall,
  text,
  textbox,
  wait,
  type State,
} from './state.ts';

const tokens = (
  name: string,
  steps: State['steps'],
  sees: State['sees'],
  { slug = 'pro-payg', member = 'owner' }: { readonly slug?: string; readonly member?: State['member'] } = {},
): State => ({ name, member, address: `/org/${slug}/tokens`, steps, sees });

const creating = { dialogs: ['src/billing/tokens/NewTokenDialog.tsx'] };
const revoking = { dialogs: ['src/billing/tokens/RevokeTokenDialog.tsx'] };
const newToken = dialog('New token');
const shownToken = dialog('Copy your token');
const question = alertDialog('Revoke Cost report?');
const start = press(button('New token'));
const create = press(button('Create token', newToken));
const filled: State['steps'] = [start, fill(textbox('Name', newToken), 'Cost report'), press(checkbox('Read costs and usage', newToken))];
const created: State['steps'] = [...filled, create, press(button('Done', shownToken)), wait(heading('Cost report'))];
const askToRevoke = press(button('Revoke, Cost report'));
const agree = press(button('Revoke', question));

/** No two states that change data (`changes: true`) use the same organization. */
export const tokenStates: readonly State[] = [
  tokens('Tokens, none yet', [], [heading('Tokens'), region('Your tokens'), button('New token')]),
  tokens('Tokens read by a developer', [], [region('Your tokens'), button('Who can do this, New token')], { member: 'developer' }),
  tokens('Tokens without permission', [], [text(tokensTexts.noRead)], { member: 'viewer' }),
  tokens('Tokens loading', [hold], [heading('Tokens')], { slug: 'slow-org' }),
  tokens('Tokens failed', [], [button('Retry, tokens')], { slug: 'failing-org' }),
  { ...tokens('Tokens: a new one', [start], [newToken, textbox('Last day', newToken)]), ...creating },
  {
    ...tokens(
      'Tokens: errors',
      [start, create],
      [newToken, { role: 'group', name: 'Check the token' }, text('Choose at least one', newToken)],
    ),
    ...creating,
  },
  {
    ...tokens(
      'Tokens: of one project',
      [start, press(radio('One project', newToken)), wait(combobox('Project'))],
      [combobox('Project', newToken)],
    ),
    ...creating,
  },
  tokens('Tokens: about to discard a new one', [...filled, key('Escape')], [alertDialog('Discard what you entered?')]),
  { ...tokens('Tokens: a new one under way', [...filled, stall, create], [newToken]), ...creating },
  {
    ...tokens(
      'Tokens: the text of a new one',
      [...filled, create],
      [shownToken, textbox('Token', shownToken), button('Copy token', shownToken)],
      { slug: 'free-exceeded' },
    ),
    ...creating,
    changes: true,
  },
  {
    ...tokens(
      'Tokens: about to close the text of a new one',
      [...filled, create, wait(shownToken), key('Escape')],
      [alertDialog(tokensTexts.closeShown.title), button(tokensTexts.closeShown.cancelLabel)],
      { slug: 'vercel_icfg_7f3kQz' },
    ),
    changes: true,
  },
  {
    ...tokens('Tokens: one to be revoked', [...created, askToRevoke], [question, button('Keep token', question)], {
      slug: 'fly-scheduled',
    }),
    ...revoking,
    changes: true,
  },
  {
    ...tokens('Tokens: one to be revoked, under way', [...created, askToRevoke, stall, agree], [question], { slug: 'fly-partner' }),
    ...revoking,
    changes: true,
  },
  {
    ...tokens(
      'Tokens: one was revoked',
      [...created, askToRevoke, agree, press(button('Ended tokens'))],
      [text('Revoked'), button('Ended tokens')],
      { slug: 'aws-market' },
    ),
    changes: true,
  },
];
