import type { ExampleKind } from '#server/notices/examples.ts';
import { budgetsTexts } from '#lib/texts/budgets.ts';
import { button, heading, hold, link, press, region, table, text, wait, type State } from './state.ts';

const page = (name: string, member: State['member'], address: string, sees: State['sees'], steps: State['steps'] = []): State => ({
  name,
  member,
  address,
  steps,
  sees,
});

const missing = [heading('Looking for something?'), link('Head back')];

/** Every kind of mail, with its heading. */
const mails: readonly (readonly [kind: ExampleKind, heading: string | RegExp])[] = [
  ['invoice_issued', /^Invoice /],
  ['receipt', /^Receipt for /],
  ['payment_failed', 'Your payment failed'],
  ['last_notice', /^Your services stop on /],
  ['restricted', 'Your services are stopped'],
  ['restored', 'Your services are restored'],
  ['card_expiring', 'Your default card is about to expire'],
  ['change_applied', /^Your plan was changed to the /],
  ['change_refunded', 'Your plan change was not applied'],
  ['refund_issued', /^We refunded /],
  ['dispute_opened', 'A payment is disputed'],
  ['dispute_closed', /^The disputed payment /],
  ['late_usage', 'Usage on your paid plan was reported late'],
  ['budget_crossed', / has reached 100%$/],
  ['credit_low', /of credits left$/],
  ['price_change', /^Prices change on /],
  ['details_changed', 'Your billing details changed'],
  ['digest', /^What happened from /],
];

/** Every page besides the billing page. */
export const pageStates: readonly State[] = [
  page('Sign-in', null, '/sign-in', [heading('Sign in'), button('Sign in as owner')]),
  page('Sign-in that did not work', null, '/sign-in?problem=refused', [heading('Sign in'), button('Sign in as owner')]),
  page('Sign-in that took too long', null, '/sign-in?problem=expired', [heading('Sign in'), button('Sign in as owner')]),
  page('Sign-in on the way to a page', null, '/org/pro-capped/billing', [heading('Sign in')]),
  page('Sessions', 'owner', '/sessions', [heading('Your sessions'), text('This browser'), button('Sign out on every device')]),
  page('Sessions: one was ended', 'owner', '/sessions?ended=yes', [text('The session has ended.'), text('This browser')]),
  page('Sessions: none was ended', 'owner', '/sessions?ended=no', [text('No session was ended.'), text('This browser')]),
  page('Organizations', 'owner', '/', [heading('Organizations'), link('Harbour Logistics')]),
  page('Organizations: one', 'outsider', '/', [heading('Organizations'), link('Elsewhere Ltd')]),
  page('Organization', 'owner', '/org/pro-payg', [region('Projects'), link('Billing')]),
  page('Organization managed by a partner', 'developer', '/org/aws-market', [region('Managed by')]),
  page('Organization with strange project names', 'owner', '/org/extreme-text', [link('planner')]),
  page('Organization: 24 projects', 'owner', '/org/team-eu', [link('netz-aachen')]),
  page('Organization: projects loading', 'owner', '/org/slow-org', [region('Projects')], [hold]),
  page('Organization: projects failed', 'owner', '/org/failing-org', [button(/^Retry/)]),
  page('Project', 'owner', '/org/pro-payg', [text('Compute size')], [press(link('archive')), wait(heading('archive'))]),
  page('Project that is paused', 'owner', '/org/over-limit', [text('Compute size')], [press(link('retired-prototype'))]),
  page('Project that does not exist', 'owner', '/project/aaaaaaaaaaaaaaaaaaaa', missing),
  page('Budgets, none yet', 'owner', '/org/pro-payg/budgets', [heading('Budgets'), region('Your budgets'), region('Spend')]),
  page('Budgets: a new one', 'owner', '/org/pro-payg/budgets', [button('Show what it will do')], [press(button('New budget'))]),
  page('Budgets read by a developer', 'developer', '/org/pro-payg/budgets', [heading('Budgets'), region('Spend')]),
  page('Budgets without permission', 'viewer', '/org/pro-payg/budgets', [heading('Budgets'), text(budgetsTexts.noRead)]),
  page('Usage', 'owner', '/org/pro-payg/usage', [heading('Usage'), region('Egress')]),
  page('Usage within what is included', 'owner', '/org/pro-capped/usage', [region('Egress')]),
  page('Usage over what is included', 'developer', '/org/free-exceeded/usage', [region(/^Warning: /), text('Over what is included')]),
  page('Usage read without billing', 'viewer', '/org/pro-payg/usage', [region('Egress')]),
  page('Usage loading', 'owner', '/org/slow-org/usage', [heading('Usage')], [hold]),
  page('Usage failed', 'owner', '/org/failing-org/usage', [button('Retry, usage')]),
  page('Usage on the Enterprise Plan', 'owner', '/org/enterprise-invoice/usage', [region('Compute and Add-ons')]),
  page('Usage of 24 projects', 'owner', '/org/team-eu/usage', [region('Egress')]),
  page('Usage day by day', 'owner', '/org/pro-payg/usage', [heading('By project')], [press(button('Day by day and by project, Egress'))]),
  page(
    'Usage day by day, as a table',
    'owner',
    '/org/pro-payg/usage',
    [table(/Egress/)],
    [press(button('Day by day and by project, Egress')), press(button('The same as a table, Egress'))],
  ),
  page(
    'Usage of one project',
    'owner',
    '/org/pro-payg/usage',
    [link('Show all projects')],
    [press(button('Day by day and by project, Egress')), press(link('streaming-api, its usage only'))],
  ),
  page('Usage: earlier cycles', 'owner', '/org/pro-payg/usage', [link(/, Pro Plan$/)], [press(button('Earlier cycles'))]),
  page(
    'Usage of an earlier cycle',
    'owner',
    '/org/pro-payg/usage',
    [text(/^Earlier cycle:/), link('Show the current cycle'), region('Egress')],
    [press(button('Earlier cycles')), press(link(/, Pro Plan$/))],
  ),
  page('Postbox', null, '/sandbox/postbox', [heading('Postbox')]),
  page('Postbox: examples of mails', null, '/sandbox/postbox/examples', [heading('Examples of mails')]),
  ...mails.map(([kind, title]) => page(`Mail: ${kind}`, null, `/sandbox/postbox/examples/${kind}`, [heading(title)])),
  page('No such organization', 'owner', '/org/no-such-organization/billing', missing),
  page('An organization of others', 'outsider', '/org/pro-capped/billing', missing),
  page('No such page', 'owner', '/nowhere', missing),
  page('Billing switched off', 'owner', '/org/billing-off/billing', missing),
];
