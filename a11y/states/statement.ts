import { statementTexts as texts } from '#lib/texts/statement.ts';
import { button, choose, fill, heading, hold, link, press, region, table, text, textbox, type State } from './state.ts';

const page = (name: string, slug: string, sees: State['sees'], steps: State['steps'] = [], search = ''): State => ({
  name,
  member: 'owner',
  address: `/org/${slug}/statement${search}`,
  steps,
  sees,
});

const chooseDays = press(button('Choose days'));

export const statementStates: readonly State[] = [
  page('Statement', 'busy-year', [heading('Statement'), table(texts.entries), link('CSV, download'), button(texts.digestsOfMonths)]),
  page('Statement: digests of the months', 'busy-year', [table(texts.digestsOfMonths)], [press(button(texts.digestsOfMonths))]),
  page('Statement: nothing in the period', 'busy-year', [text(texts.empty), text(texts.noMonths)], [], '?from=2020-01-02&to=2020-01-03'),
  page('Statement: nothing yet', 'free-start', [text(texts.empty)]),
  page('Statement: choosing days', 'busy-year', [textbox('From'), button('Show')], [chooseDays]),
  page(
    'Statement: a period that is not possible',
    'busy-year',
    [{ role: 'group', name: 'Invalid date range' }],
    [chooseDays, fill(textbox('From'), '2026-02-02'), fill(textbox('To'), '2026-02-01'), press(button('Show'))],
  ),
  page('Statement: days that it does not cover', 'busy-year', [text(texts.periodTooLong)], [], '?from=2020-01-02&to=2022-01-01'),
  page('Statement: verifying a file', 'busy-year', [text(texts.verifyAbout)], [press(button(texts.verify))]),
  page(
    'Statement: a file that is none',
    'busy-year',
    [text(/^notes\.csv is not a statement file/)],
    [press(button(texts.verify)), choose(text(texts.verifyField), 'notes.csv', 'Buy milk')],
  ),
  page(
    'Statement: strange names',
    'extreme-text',
    [heading('Statement'), table(texts.entries), table(texts.digestsOfMonths)],
    [press(button(texts.digestsOfMonths))],
  ),
  {
    ...page('Statement where a partner bills', 'aws-market', [region('Managed by'), heading('Statement')]),
    seesNot: [table(texts.entries), heading(texts.summary), link('CSV, download')],
  },
  { ...page('Statement: loading', 'slow-org', [heading('Statement')], [hold]), seesNot: [heading(texts.summary)] },
  page('Statement: failed', 'failing-org', [button('Retry, statement')]),
  { ...page('Statement without permission', 'pro-payg', [text(texts.noRead)]), member: 'viewer' },
  { ...page('Statement of others', 'pro-payg', [heading('Looking for something?')]), member: 'outsider' },
  page('Statement where billing is off', 'billing-off', [heading('Looking for something?')]),
];
