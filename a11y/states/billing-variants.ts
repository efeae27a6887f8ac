import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';
import {
  billing,
  button,
  checkbox,
  fill,
  focus,
  heading,
  key,
  link,
  memberMenu,
  press,
  radio,
  region,
  searchbox,
  table,
  text,
  wait,
  type State,
} from './state.ts';

const upcoming = region('Upcoming Invoice');
const invoices = region('Past Invoices');
const cards = region('Payment Methods');

const look = (name: string, slug: string, sees: State['sees'], member: State['member'] = 'owner'): State => ({
  name,
  member,
  address: billing(slug),
  steps: [],
  sees,
});

const opened = (name: string, slug: string, steps: State['steps'], sees: State['sees'], search = ''): State => ({
  name,
  member: 'owner',
  address: billing(slug, search),
  steps,
  sees,
});

const glance = region('At a glance');

const plans: readonly State[] = [
  look('At a glance: several open invoices', 'pro-payg', [
    text('Due now', glance),
    link('Pay 4 open invoices', glance),
    text(/ so far/, glance),
  ]),
  look('At a glance: credit and the spend cap', 'pro-capped', [text('$25.00', glance), link('Spend cap is on', glance)]),
  {
    ...look('At a glance: what is owed stands in the banner', 'restricted', [text(/^Next invoice, /, glance)]),
    seesNot: [text('Due now', glance)],
  },
  opened(
    'Upcoming invoice: about these costs',
    'pro-payg',
    [press(text(upcomingInvoiceTexts.aboutCosts, upcoming))],
    [link(/^How your invoice is made up/, upcoming)],
  ),
  look('At a glance on the Free Plan', 'free-start', [link('Compare plans', glance)]),
  look('Free Plan with OrioleDB projects, and usage held for review', 'oriole-lab', [
    text('Free Plan'),
    text(/^Held for review: /, region('Subscription Plan')),
  ]),
  look('Free Plan with a card', 'free-one-card', [text('Free Plan')]),
  look('Pro Plan, spend cap on', 'pro-capped', [text('Spend cap is on.')]),
  look('Pro Plan paid by invoice', 'pro-invoice', [text('Payment is currently by invoice', cards)]),
  look('Pro Plan, changes switched off', 'changes-disabled', [text('Pro Plan')]),
  look('Pro Plan, an upgrade waits for its payment', 'pending-payment', [heading('Subscription Plan')]),
  look('Pro Plan, members over their project limit', 'over-limit', [text('Pro Plan')]),
  look('Team Plan with 24 projects', 'team-eu', [text('Team Plan')]),
  look('Enterprise Plan', 'enterprise-invoice', [text('Enterprise Plan')]),
  look('Longest and strangest names', 'extreme-text', [text('Pro Plan')]),
  look('Sections whose features are off are not there', 'features-off', [region('Cost Control')]),
  look('A card without a billing address', 'card-no-address', [region('Payment Methods')]),
  look('A member who may edit the organization, not its billing', 'team-eu', [region('Email Recipients')], 'org-editor'),
  look('A member who may change billing, not the organization', 'team-eu', [region('Email Recipients')], 'billing'),
  look('An administrator', 'pro-payg', [region('Subscription Plan')], 'admin'),
];

const partners: readonly State[] = [
  look('Managed by Vercel Marketplace', 'vercel_icfg_7f3kQz', [
    region('Managed by'),
    link('Manage on Vercel Marketplace, opens in new tab'),
  ]),
  look('Managed by AWS Marketplace', 'aws-market', [link('View invoices on AWS Marketplace, opens in new tab')]),
  look('Managed by Fly.io', 'fly-partner', [link('Manage on Fly.io, opens in new tab')]),
  look('Managed by Fly.io, downgrade scheduled', 'fly-scheduled', [text(/^Changes to the Free Plan on/)]),
];

const startPayAll = press(link('Pay 4 open invoices'));
const skipOne = press(button(/^Skip, invoice /));

const payAll: readonly State[] = [
  opened('Pay all: the first of several', 'pro-payg', [startPayAll], [heading('Pay all: 1 of 4'), button(/^Go to the payment page/)]),
  opened(
    'Pay all: done, with some left open',
    'pro-payg',
    [startPayAll, wait(heading('Pay all: 1 of 4')), skipOne, skipOne, skipOne, skipOne],
    [heading('Pay all: done'), text('4 invoices are still open.')],
  ),
];

const banners: readonly State[] = [
  look('Banner: limits exceeded on the Free Plan', 'free-exceeded', [region(/^Warning: your organization is over its included usage/)]),
  look('Banner: grace period', 'grace-period', [region(/^Warning: your grace period ends on/)]),
  look('Banner: grace period over', 'grace-over', [region(/^Warning: your grace period is over/)]),
  look('Banner: restricted', 'restricted', [region(/^Restricted: /)]),
  look('Banner: limits exceeded, read by a member without billing', 'free-exceeded', [region(/^Warning: /)], 'viewer'),
  look('Banner: restricted, read by a developer', 'restricted', [region(/^Restricted: /)], 'developer'),
  look('Banner: grace period over, read by the accountant', 'grace-over', [region(/^Warning: /)], 'billing'),
];

const nextPage = [press(button('Next invoices')), wait(text(/^Showing 6 to 10 /, invoices))];

const invoiceStates: readonly State[] = [
  look('Invoice: upcoming', 'pro-payg', [text('Upcoming', invoices)]),
  opened(
    'Invoice: outstanding, soon charged',
    'pro-payg',
    [focus(button(/^Outstanding, invoice .*-0015$/))],
    [text(/This invoice will soon be charged\./, invoices)],
  ),
  opened(
    'Invoice: outstanding, payment failed',
    'pro-payg',
    [focus(button(/^Outstanding, invoice .*-0014$/))],
    [text(/could not collect the payment/, invoices)],
  ),
  look('Invoice: processing', 'pro-payg', [text('Processing', invoices)]),
  look('Invoice: paid', 'pro-capped', [text('Paid', invoices)]),
  opened('Invoice: forgiven', 'pro-payg', nextPage, [text('Forgiven', invoices)]),
  opened('Invoices: second page', 'pro-capped', nextPage, [text('Showing 6 to 10 out of 14 invoices')], ''),
  look('Invoices: second page by address', 'pro-capped', [region('Past Invoices')]),
  {
    ...look('Invoices: a page beyond the end', 'pro-capped', [text('There are no invoices on this page')]),
    address: billing('pro-capped', '?invoices=99'),
  },
  opened(
    'Invoices: the first page and why there is none before it',
    'pro-capped',
    [focus(button('Previous invoices'))],
    [text('This is the first page.')],
  ),
  opened('Invoices: an amount in the millions and half a dollar', 'extreme-text', [], [text(/^Showing 1 to/)]),
];

const disclosures: readonly State[] = [
  opened('Upcoming invoice: working of a line', 'pro-payg', [press(button(/, working of Egress$/))], [text('Charged for', upcoming)]),
  look('Upcoming invoice: usage held for review', 'rare-usage', [text(/^Held for review: /, upcoming)]),
  opened(
    'Upcoming invoice: about compute credits',
    'pro-payg',
    [press(button('About Compute Credits'))],
    [text(/^The first project is covered by Compute Credits/)],
  ),
  opened('Upcoming invoice: compute closed', 'pro-payg', [press(button(/, working of Compute$/))], [button(/, working of Compute$/)]),
  opened('Upcoming invoice: by project', 'pro-payg', [press(button('By project'))], [table('Upcoming invoice, by project')]),
  opened(
    'Upcoming invoice: working of a project',
    'pro-payg',
    [press(button('By project')), press(button(/, working of streaming-api$/))],
    [text('Medium Compute (Read Replicas)')],
  ),
  opened('Upcoming invoice: by project, 24 projects', 'team-eu', [press(button('By project'))], [table('Upcoming invoice, by project')]),
  opened(
    'Upcoming invoice: working of point-in-time recovery',
    'pro-payg',
    [press(button(/, working of Point-in-Time Recovery/))],
    [text('Price per hour', upcoming)],
  ),
  opened(
    'Upcoming invoice: the smaller lines opened',
    'pro-payg',
    [press(button(/, working of more lines$/))],
    [button(/, working of IPv4$/, upcoming)],
  ),
  opened(
    'Upcoming invoice: working of an Enterprise line',
    'enterprise-invoice',
    [press(button(/, working of Egress$/))],
    [text('Charged for', upcoming)],
  ),
  opened(
    'Cost control: what the cap covers',
    'pro-capped',
    [press(button('What the spend cap covers'))],
    [text('Limited by the spend cap')],
  ),
  opened(
    'Cost control: what a cap would cover',
    'pro-payg',
    [press(button('What a spend cap would cover'))],
    [text('Limited by the spend cap')],
  ),
];

const frame: readonly State[] = [
  opened("The member's menu", 'pro-capped', [press(memberMenu)], [button('Sign out')]),
  opened(
    'Organization menu',
    'pro-capped',
    [press(button(/^Organization: /)), wait(link('All organizations'))],
    [link('All organizations')],
  ),
  opened(
    'Organization menu: a name that no organization has',
    'pro-capped',
    [press(button(/^Organization: /)), wait(searchbox('Find an organization')), fill(searchbox('Find an organization'), 'zzz')],
    [text('No organization matches')],
  ),
  opened('Recent messages: none yet', 'pro-capped', [press(memberMenu), press(button('Recent messages'))], [text('No messages yet.')]),
  opened(
    'Messages kept until closed',
    'pro-capped',
    [press(memberMenu), press(button('Recent messages')), press(checkbox('Keep messages on screen until closed'))],
    [checkbox('Keep messages on screen until closed')],
  ),
  opened('Dark theme chosen', 'pro-capped', [press(memberMenu), press(radio('Dark'))], [radio('Dark')]),
  opened('More contrast chosen', 'pro-capped', [press(memberMenu), press(checkbox('More contrast'))], [checkbox('More contrast')]),
  opened('Skip link', 'pro-capped', [focus(link('Skip to content'))], [link('Skip to content')]),
  opened('Skip link used', 'pro-capped', [focus(link('Skip to content')), key('Enter')], [heading('Billing')]),
  opened(
    'Retry of a failed section',
    'failing-org',
    [wait(button(/^Retry/, region('Subscription Plan'))), press(button(/^Retry/, region('Subscription Plan')))],
    [button(/^Retry/, region('Subscription Plan'))],
  ),
];

export const billingVariants: readonly State[] = [...plans, ...partners, ...banners, ...payAll, ...invoiceStates, ...disclosures, ...frame];
