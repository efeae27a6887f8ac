import { billing, button, dialog, heading, list, link, table, type Target } from '#a11y/states/state.ts';
import { plans, toldWalk } from './parts.ts';
import { findHeading, leave, readTable, see, stay, tabTo, type Walk } from './walk.ts';

const planPanel = dialog('Change subscription plan');
const plan = (name: string): Target => heading(name, planPanel);

export const tableWalks: readonly Walk[] = [
  toldWalk('Read the upcoming invoice by table keys', billing('pro-payg'), [readTable(table('Upcoming invoice, by item'))]),
  toldWalk('Read the past invoices by table keys', billing('pro-payg'), [readTable({ role: 'grid', name: 'Past invoices' })]),
  toldWalk('Read the past invoices as a list', billing('pro-capped'), [
    tabTo(button('Read as a list')),
    stay('Enter', 'expanded'),
    see(list('Past invoices')),
    tabTo(link(/-0014$/, list('Past invoices'))),
  ]),
  toldWalk('Read the plan comparison by table keys', billing('pro-capped', plans), [
    see(planPanel),
    tabTo(button('Comparison', planPanel)),
    leave('Enter'),
    readTable(table('Plan comparison')),
  ]),
  toldWalk('Go along the plan cards by their headings', billing('pro-capped', plans), [
    see(planPanel),
    ...['Free', 'Pro', 'Team', 'Enterprise'].map((name) => findHeading(plan(name))),
  ]),
];
