import { billing, button, checkbox, dialog, heading, link, radio, region, table, text, type Target } from '#a11y/states/state.ts';
import { hear, keyThen, leave, see, stay, tabBackTo, tabTo, type Walk } from './walk.ts';

const egress = button(/, working of Egress$/);
const credits = button('About Compute Credits');
const next = button('Next invoices');
const main: Target = { role: 'main', name: /^/ };
const planPanel = dialog(/Harbour Logistics/);

/** Tasks of a member who reads: nothing is changed by them. */
export const readingWalks: readonly Walk[] = [
  {
    name: 'Skip to the content',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [keyThen('Tab', link('Skip to content')), keyThen('Enter', main), tabTo(button('By item'))],
  },
  {
    name: 'Sign in and find the bill',
    member: null,
    address: billing('pro-capped'),
    steps: [tabTo(button('Sign in as owner')), leave('Enter'), see(heading('Billing')), keyThen('Tab', link('Skip to content'))],
  },
  {
    name: 'Open the working of a line and close it again',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [
      tabTo(egress),
      stay('Enter', 'expanded'),
      see(text('Rounded once, to the cent')),
      stay('Space', 'collapsed'),
      stay('Enter', 'expanded'),
      see(text('Charged for')),
    ],
  },
  {
    name: 'Read a remark and return from it',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [
      tabTo(credits),
      stay('Enter', 'expanded'),
      see(text(/^The first project is covered/)),
      stay('Escape', 'collapsed'),
      stay('Space', 'expanded'),
      see(text(/^The first project is covered/)),
    ],
  },
  {
    name: 'See the costs by project and the working of one',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [
      tabTo(button('By project')),
      stay('Enter', 'pressed'),
      see(table('Upcoming invoice, by project')),
      tabTo(button(/, working of streaming-api$/)),
      stay('Enter'),
      see(text('Medium Compute (Read Replicas)')),
    ],
  },
  {
    name: 'Learn what the spend cap covers',
    member: 'owner',
    address: billing('pro-capped'),
    steps: [
      tabTo(button('What the spend cap covers')),
      stay('Enter', 'expanded'),
      see(text('Always charged, with or without the cap')),
      stay('Enter', 'collapsed'),
    ],
  },
  {
    name: 'Turn the pages of the invoices to the last and back',
    member: 'owner',
    address: billing('pro-capped'),
    steps: [
      tabTo(next),
      stay('Enter'),
      see(text('Showing 6 to 10 out of 14 invoices')),
      stay('Enter'),
      see(text('Showing 11 to 14 out of 14 invoices')),
      // The button has become unavailable under the finger.
      stay('Enter'),
      hear('This is the last page.'),
      tabBackTo(button('Previous invoices')),
      stay('Enter'),
      hear('Showing 6 to 10 out of 14 invoices'),
    ],
  },
  {
    name: 'Move through the invoice table by arrows',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [
      tabTo(button('Export')),
      leave('Tab'),
      leave('ArrowDown'),
      leave('Control+Home'),
      leave('ArrowDown'),
      leave('ArrowRight'),
      leave('ArrowRight'),
      keyThen('ArrowRight', link(/-0015$/)),
      leave('ArrowRight'),
      keyThen('ArrowRight', button(/^Pay Now, invoice .*-0015$/)),
      keyThen('Tab', button(/^PDF, invoice .*-0015/)),
    ],
  },
  {
    name: 'Try a failed section again',
    member: 'owner',
    address: billing('failing-org'),
    steps: [tabTo(button('Retry, subscription')), stay('Enter'), hear('Trying again: subscription'), see(button('Retry, subscription'))],
  },
  {
    name: 'Choose the dark theme with more contrast',
    member: 'owner',
    address: billing('pro-capped'),
    steps: [
      tabTo(radio('System')),
      keyThen('ArrowRight', radio('Light')),
      keyThen('ArrowRight', radio('Dark')),
      keyThen('Tab', checkbox('More contrast')),
      stay('Space', 'checked'),
      tabBackTo(radio('Dark')),
      keyThen('ArrowLeft', radio('Light')),
    ],
  },
  {
    name: 'Keep messages on screen until closed',
    member: 'owner',
    address: billing('pro-capped'),
    steps: [
      tabTo(button('Recent messages')),
      stay('Enter'),
      see(text('No messages yet.')),
      keyThen('Tab', checkbox('Keep messages on screen until closed')),
      stay('Space', 'checked'),
      tabBackTo(button('Recent messages')),
      stay('Enter'),
    ],
  },
  {
    name: 'Open the plans by address and close them',
    member: 'owner',
    address: billing('pro-capped', '?panel=subscriptionPlan'),
    steps: [see(planPanel), tabTo(button('Close', planPanel)), tabTo(button('Close', planPanel)), tabBackTo(button('Close', planPanel))],
  },
  {
    name: 'Go from the organizations to a project and back',
    member: 'owner',
    address: '/',
    steps: [
      tabTo(link('Harbour Logistics')),
      keyThen('Enter', heading('Harbour Logistics')),
      tabTo(link('tracking')),
      keyThen('Enter', heading('tracking')),
      tabTo(link('pro-capped')),
      keyThen('Enter', heading('Harbour Logistics')),
      tabTo(link('Billing')),
      keyThen('Enter', heading('Billing')),
    ],
  },
  {
    name: 'Find out what is over its quota',
    member: 'owner',
    address: '/org/free-exceeded/usage',
    steps: [
      tabTo(button('Day by day and by project, Egress')),
      stay('Enter'),
      tabTo(button('The same as a table, Egress')),
      stay('Enter'),
      see(table(/Egress/)),
    ],
  },
  {
    name: 'Go from a warning to the plans',
    member: 'owner',
    address: billing('free-exceeded'),
    steps: [
      tabTo(link('Upgrade plan', region(/^Warning: /))),
      leave('Enter'),
      see(dialog(/Meadow Weather/)),
      tabTo(button('Close', dialog(/Meadow Weather/))),
    ],
  },
  {
    name: 'Leave a page that does not exist',
    member: 'owner',
    address: '/nowhere',
    steps: [tabTo(link('Head back')), keyThen('Enter', heading('Organizations'))],
  },
];
