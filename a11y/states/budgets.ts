import {
  alertDialog,
  button,
  changeBudgets,
  combobox,
  dialog,
  fill,
  focus,
  heading,
  key,
  link,
  press,
  radio,
  slider,
  stall,
  table,
  text,
  textbox,
  wait,
  type State,
} from './state.ts';

const budgets = (name: string, slug: string, steps: State['steps'], sees: State['sees']): State => ({
  name,
  member: 'owner',
  address: `/org/${slug}/budgets`,
  steps,
  sees,
});

const editorSource = 'src/billing/budgets/BudgetEditor.tsx';
const startNew = press(button('New budget'));
const lookAhead = press(button('Preview'));
const addOne: State['steps'] = [
  startNew,
  fill(textbox('Name'), 'All of it'),
  fill(textbox('Amount in dollars'), '500'),
  lookAhead,
  press(button('Save budget')),
  wait(button('Change, All of it')),
];

const compareUpcoming: State = {
  name: 'Upcoming invoice: compared with the last',
  member: 'owner',
  address: '/org/pro-payg/billing',
  steps: [press(button('Compare with the last invoice')), wait(table(/^What changed since invoice /))],
  sees: [table(/^What changed since invoice /), button(/ cost the same$/)],
};

const openPrice: State['steps'] = [press(button('What would it cost?')), wait(button('Show the price'))];

const priceStates: readonly State[] = [
  {
    name: 'Upcoming invoice: what it would cost, a new project',
    member: 'owner',
    address: '/org/pro-payg/billing',
    steps: [...openPrice, press(button('Show the price')), wait(table('A full month'))],
    sees: [table('A full month'), table('This cycle'), text(/^It adds \$/)],
  },
  {
    name: 'Upcoming invoice: what it would cost, errors',
    member: 'owner',
    address: '/org/pro-payg/billing',
    steps: [...openPrice, press(radio('Usage')), press(button('Show the price'))],
    sees: [{ role: 'group', name: 'Check what to price' }, combobox('Metric'), textbox('Quantity')],
  },
  {
    name: 'Upcoming invoice: what it would cost, an add-on of a project',
    member: 'owner',
    address: '/org/pro-payg/billing',
    steps: [...openPrice, press(radio('Add-on')), wait(combobox('Project'))],
    sees: [combobox('Project'), combobox('Add-on')],
  },
];

/** Comparison of two invoices with the same items and equally long cycles. The page then shows a sentence instead of differences. */
const compareInvoice: State = {
  name: 'Invoice: compared with the one before',
  member: 'owner',
  address: '/org/pro-payg/billing',
  steps: [press(link(/-0014$/)), press(button('Compare with the invoice before')), wait(text(/ (than|as) invoice \S+\.$/))],
  sees: [text(/ (than|as) invoice \S+\.$/), button(/ costs? the same$/)],
};

/** No two states that change data (`changes: true`) use the same organization. */
export const budgetStates: readonly State[] = [
  compareUpcoming,
  ...priceStates,
  budgets(
    'Budgets: what comes next',
    'pro-payg',
    [press(button('Show what comes next')), wait(text(/: Invoice of \$/))],
    [heading('The next three cycles'), text(/: Invoice of \$/)],
  ),
  compareInvoice,
  budgets(
    'Budgets: details of one',
    'busy-year',
    [press(button('Details, Whole bill'))],
    [table('Budgets'), text(/^The whole next invoice, .*Expected at the end of the cycle/)],
  ),
  {
    ...budgets('Budgets: errors', 'pro-payg', [startNew, lookAhead], [dialog('New budget'), { role: 'group', name: 'Check the budget' }]),
    dialogs: [editorSource],
  },
  budgets(
    'Budgets: what a new one will do',
    'pro-payg',
    [startNew, fill(textbox('Name'), 'All of it'), fill(textbox('Amount in dollars'), '500'), lookAhead],
    [text('What it will do'), button('Save budget')],
  ),
  {
    ...budgets(
      'Budgets: the effects on their way',
      'pro-payg',
      [startNew, fill(textbox('Name'), 'All of it'), fill(textbox('Amount in dollars'), '500'), stall, lookAhead],
      [dialog('New budget')],
    ),
    dialogs: [editorSource],
  },
  budgets('Budgets: of one project', 'pro-payg', [startNew, press(radio('One project')), wait(combobox('Project'))], [combobox('Project')]),
  budgets(
    'Budgets: recipients of its own',
    'pro-payg',
    [startNew, fill(textbox('Add recipients'), 'lead@lantern.example, nonsense'), key('Enter')],
    [text('lead@lantern.example'), text('"nonsense" is not a valid email address')],
  ),
  budgets(
    'Budgets: a percentage removed, another refused',
    'pro-payg',
    [
      startNew,
      press(button('Remove 50% spent')),
      wait(button('Undo, add 50% spent again')),
      fill(textbox('Percentage of the amount, forecast'), 'half'),
      key('Enter'),
    ],
    [text('Enter whole percentages from 1 to 1000, each once')],
  ),
  budgets(
    'Budgets: about to discard a new one',
    'pro-payg',
    [startNew, fill(textbox('Name'), 'All of it'), key('Escape')],
    [alertDialog('Discard what you entered?')],
  ),
  budgets(
    'Budgets: a day of the cycle',
    'pro-payg',
    [wait(slider('Next invoice, day by day')), focus(slider('Next invoice, day by day')), key('Home')],
    [slider('Next invoice, day by day')],
  ),
  budgets(
    'Budgets: a point of the chart',
    'pro-payg',
    [wait(slider('Last invoices by group')), focus(slider('Last invoices by group')), key('ArrowLeft')],
    [slider('Last invoices by group')],
  ),
  budgets(
    'Budgets: last invoices as a table',
    'pro-payg',
    [press(button('View as table, Last invoices by group'))],
    [table('Last invoices by group')],
  ),
  budgets(
    'Budgets: spend as a table',
    'pro-payg',
    [press(button('View as table, Next invoice, day by day'))],
    [table('Next invoice, day by day')],
  ),
  {
    ...budgets(
      'Budgets: one to be deleted',
      'grace-over',
      [...addOne, press(button('Details, All of it')), press(button('Delete, All of it'))],
      [text('Delete this budget?'), text(/the budget of \$500\.00/)],
    ),
    changes: true,
  },
  {
    ...budgets(
      'Budgets: changed by someone else',
      'pro-invoice',
      [
        ...addOne,
        press(button('Change, All of it')),
        fill(textbox('Amount in dollars'), '250'),
        changeBudgets('pro-invoice', 15_000),
        lookAhead,
        press(button('Save budget')),
      ],
      [table('Differences'), button('Take the saved version')],
    ),
    changes: true,
  },
];
