import {
  billing,
  button,
  combobox,
  dialog,
  heading,
  link,
  option,
  radio,
  searchbox,
  table,
  text,
  textbox,
  type Target,
} from '#a11y/states/state.ts';
import { walk } from './parts.ts';
import {
  comesBackTo,
  hear,
  keyThen,
  leave,
  meanwhile,
  opens,
  ready,
  see,
  stay,
  tabBackTo,
  tabTo,
  type,
  typeOver,
  type Walk,
} from './walk.ts';

const newBudget = button('New budget');
const amount = textbox('Amount in dollars');
const dates: Target = { role: 'group', name: 'Invalid date range' };
const search = dialog('Search');
const field = searchbox('Page, section, project, invoice or action', search);
const openSearch = button('Search or jump to');

/** A walk that changes stored data and is not told. */
const silentSaving = (...about: Parameters<typeof walk>): Walk => ({ ...walk(...about), changes: true });

const openBudget = [tabTo(newBudget), keyThen('Enter', heading('New budget'))];

const addBudget = (name: string, dollars: string) => [
  ...openBudget,
  tabTo(amount),
  type(dollars),
  tabTo(textbox('Name')),
  type(name),
  tabTo(button('Preview')),
  stay('Enter'),
  hear('so far'),
];

/** Tasks in forms and lists that open in place: budgets, filters, the search, the menu of organizations, comparisons. */
export const editorWalks: readonly Walk[] = [
  walk('Begin a budget and cancel it', '/org/pro-payg/budgets', [...openBudget, tabTo(button('Cancel')), keyThen('Enter', newBudget)]),
  walk('Leave a budget by Escape, and keep what was typed', '/org/pro-payg/budgets', [
    ...openBudget,
    tabTo(amount),
    type('700'),
    keyThen('Escape', button('Keep editing')),
    keyThen('Enter', amount),
    keyThen('Escape', button('Keep editing')),
    tabTo(button('Discard')),
    keyThen('Enter', newBudget),
  ]),
  walk('Correct a budget that is incomplete', '/org/pro-payg/budgets', [
    ...openBudget,
    tabTo(button('Preview')),
    keyThen('Enter', { role: 'group', name: 'Check the budget' }),
    tabTo(link(/./, { role: 'group', name: 'Check the budget' })),
    keyThen('Enter', amount),
  ]),
  silentSaving('Save a budget with other recipients than the billing email', '/org/pro-invoice/budgets', [
    ...openBudget,
    tabTo(amount),
    type('700'),
    tabTo(textbox('Name')),
    type('Cedar'),
    tabTo(textbox('Add recipients')),
    type('lead@cedar.example'),
    stay('Enter'),
    hear('lead@cedar.example added, 1 recipient'),
    tabBackTo(button('Remove lead@cedar.example')),
    keyThen('Enter', textbox('Add recipients')),
    hear('lead@cedar.example removed, 0 recipients'),
    tabBackTo(button('Undo, add lead@cedar.example again')),
    keyThen('Enter', textbox('Add recipients')),
    hear('lead@cedar.example added, 1 recipient'),
    tabTo(button('Preview')),
    stay('Enter'),
    hear('so far'),
    keyThen('Enter', newBudget),
    hear('Budget saved'),
  ]),
  silentSaving('Take the version of a budget that someone else has saved', '/org/pro-capped/budgets', [
    ...addBudget('Limit', '200'),
    keyThen('Enter', newBudget),
    hear('Budget saved'),
    tabTo(button('Change, Limit')),
    keyThen('Enter', heading('Change Limit')),
    meanwhile('someone else changes the budgets to $150'),
    tabTo(amount),
    ...typeOver('250'),
    tabTo(button('Preview')),
    stay('Enter'),
    hear('so far'),
    ready(button('Save budget')),
    stay('Enter'),
    see(table('The two versions where they differ')),
    tabBackTo(button('Take the saved version')),
    keyThen('Enter', amount),
    hear('The saved version is in the form'),
  ]),
  walk('Correct the dates of a search in the activity', '/org/pro-payg/activity', [
    tabTo(button('Find entries')),
    stay('Enter', 'expanded'),
    // The form follows the button that opens it.
    keyThen('Tab', radio('Any')),
    tabTo(textbox('From')),
    type('02022026'),
    tabTo(textbox('To')),
    type('02012026'),
    tabTo(button('Show')),
    keyThen('Enter', dates),
    tabTo(link(/./, dates)),
    keyThen('Enter', textbox('To')),
  ]),
  walk('Choose who has done something in the activity', '/org/pro-payg/activity', [
    tabTo(button('Find entries')),
    stay('Enter'),
    tabTo(combobox('Who')),
    ...typeOver('bianca'),
    see(option(/bianca/)),
    stay('Enter'),
    tabTo(button('Show')),
    stay('Enter'),
    hear(' entries'),
    tabBackTo(combobox('Who')),
  ]),
  walk('Compare the upcoming invoice with the last', billing('pro-payg'), [
    tabTo(button('Compare with the last invoice')),
    stay('Enter', 'expanded'),
    see(text(/^So far, it comes to /)),
    tabTo(button(/ cost the same$/)),
    stay('Enter', 'expanded'),
  ]),
  walk('Find an invoice by the search', billing('pro-payg'), [
    tabTo(openSearch),
    ...opens(search),
    type('0015 outstanding'),
    hear(' result'),
    leave('Enter'),
    comesBackTo(heading(/^Invoice .*-0015$/)),
  ]),
  walk('Find nothing by the search and leave it', billing('pro-payg'), [
    tabTo(openSearch),
    ...opens(search),
    type('xyzzy'),
    hear('Nothing matches'),
    stay('Escape'),
    see(field),
    keyThen('Escape', openSearch),
  ]),
  walk('Open the menu of organizations and close it', billing('pro-payg'), [
    tabTo(button(/Lantern Media/)),
    stay('Enter'),
    tabTo(link('All organizations')),
    keyThen('Escape', button(/Lantern Media/)),
  ]),
];
