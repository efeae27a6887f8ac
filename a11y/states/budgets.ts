import { alertDialog, button, fill, heading, press, region, stall, table, text, textbox, wait, type State } from './state.ts';

const overview = 'src/billing/budgets/BudgetsOverview.tsx';
const question = alertDialog('Delete this budget?');

const budgets = (name: string, slug: string, steps: State['steps'], sees: State['sees']): State => ({
  name,
  member: 'owner',
  address: `/org/${slug}/budgets`,
  steps,
  sees,
});

const startNew = press(button('New budget'));
const lookAhead = press(button('Show what it will do'));
const addOne: State['steps'] = [
  startNew,
  fill(textbox('Name'), 'All of it'),
  fill(textbox('Amount in dollars'), '500'),
  lookAhead,
  press(button('Save budget')),
  wait(heading('All of it')),
];
const askToDelete: State['steps'] = [...addOne, press(button('Delete, All of it')), wait(question)];

/** The page of budgets. The two last have an organization of their own to change. */
export const budgetStates: readonly State[] = [
  budgets('Budgets: none yet', 'pro-payg', [], [heading('Budgets'), region('Your budgets'), region('Spend')]),
  budgets('Budgets: a new one', 'pro-payg', [startNew], [textbox('Name'), button('Cancel')]),
  budgets('Budgets: errors', 'pro-payg', [startNew, lookAhead], [{ role: 'group', name: 'Check the budget' }]),
  budgets(
    'Budgets: what a new one will do',
    'pro-payg',
    [startNew, fill(textbox('Name'), 'All of it'), fill(textbox('Amount in dollars'), '500'), lookAhead],
    [text('What it will do'), button('Save budget')],
  ),
  budgets(
    'Budgets: spend as a table',
    'pro-payg',
    [press(button('The same as a table, Next invoice, day by day'))],
    [table('Next invoice, day by day')],
  ),
  { ...budgets('Budgets read without billing', 'pro-payg', [], [heading('Budgets')]), member: 'viewer' },
  { ...budgets('Budgets: one to be deleted', 'grace-over', askToDelete, [question]), dialogs: [overview], changes: true },
  {
    ...budgets(
      'Budgets: one is being deleted',
      'grace-period',
      [...askToDelete, stall, press(button('Delete budget', question)), wait(text('Deleting the budget', question))],
      [question],
    ),
    shows: [text('Deleting the budget', question)],
    dialogs: [overview],
    changes: true,
  },
];
