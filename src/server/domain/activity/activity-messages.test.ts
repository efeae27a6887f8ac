import { describe, expect, it } from 'vitest';
import { entryAbout, entryTitle, type LoggedChange } from './entry-messages.ts';
import { changeWords, type FieldValues } from './field-messages.ts';

const everything = { customer: true, taxIds: true, cards: true };

const logged = (what: string, before: FieldValues, after: FieldValues, more: Partial<LoggedChange> = {}): LoggedChange => ({
  what,
  subject: 'x',
  before,
  after,
  invoice: null,
  project: null,
  card: null,
  budgetName: null,
  tokenName: null,
  staffWords: null,
  ...more,
});

const invoice = { id: 'in_1', number: 'A-0001' };
const card = { brand: 'visa', last4: '4242' };
const project = { ref: 'r', name: 'web', isThere: true };

describe('what happened', () => {
  it.each([
    ['subscription', { usage_billing_enabled: false }, { usage_billing_enabled: true }, {}, 'Spend cap changed'],
    ['subscription', {}, { scheduled_at: '2026-11-03T00:00:00+00:00', scheduled_plan: 'free' }, {}, 'Plan change scheduled'],
    ['subscription', { scheduled_plan: 'free', scheduled_at: '2026-11-03' }, {}, {}, 'Scheduled plan change removed'],
    ['plan_change', { state: 'open' }, { state: 'expired' }, {}, 'Plan or spend cap change expired'],
    ['invoice', { status: 'draft' }, { status: 'open' }, { invoice }, 'Invoice A-0001 issued'],
    ['invoice', { status: 'open' }, { status: 'paid' }, { invoice }, 'Invoice A-0001 paid'],
    ['invoice', { status: 'open' }, { status: 'uncollectible' }, { invoice }, 'Invoice A-0001 written off'],
    ['invoice', { amount_due_cents: 5 }, { amount_due_cents: 1 }, {}, 'Invoice changed'],
    ['card', {}, { state: 'attached', brand: 'visa', last4: '4242' }, { card }, 'Card added: Visa ending in 4242'],
    ['card', { is_default: false }, { is_default: true }, { card }, 'Card made the default: Visa ending in 4242'],
    ['card', { is_default: true, state: 'attached' }, { is_default: false, state: 'detaching' }, {}, 'Card deleted'],
    ['billing_details', { tax_id_value: 'DE1' }, {}, {}, 'Tax ID changed'],
    ['organization', {}, { restriction_status: 'restricted' }, {}, 'Restriction changed'],
    ['organization', {}, { closed_at: '2026-11-03' }, {}, 'Organization closed'],
    ['member', { role: 'viewer' }, { role: 'owner' }, { subject: 'a@x.example' }, 'Permissions of member a@x.example changed'],
    ['project', {}, { removed_at: '2026-11-03' }, { project }, 'Project web removed'],
    ['addon', { variant: 'pitr_7' }, {}, { subject: 'r:pitr', project }, 'Add-on removed from project web'],
    ['budget', { name: 'All', amount_cents: 1 }, {}, {}, 'Budget All deleted'],
    ['staff_action', {}, {}, { staffWords: 'Forgiven: outage' }, 'Forgiven: outage'],
  ] as const)('%s, %j to %j', (what, before, after, more, title) => {
    expect(entryTitle(logged(what, before, after, more))).toBe(title);
  });

  it('leads to what it is about, where that is still there', () => {
    expect(entryAbout(logged('refund', {}, {}, { invoice }))).toEqual({ kind: 'invoice', id: 'in_1', name: 'A-0001' });
    expect(entryAbout(logged('project', {}, {}, { project }))).toEqual({ kind: 'project', id: 'r', name: 'web' });
    expect(entryAbout(logged('project', {}, {}, { project: { ...project, isThere: false } }))).toBeNull();
    expect(entryAbout(logged('organization', { name: 'A' }, { name: 'B' }))).toBeNull();
  });
});

describe('before and after', () => {
  it('is in words, and nothing that is not named', () => {
    const before = { plan: 'free', usage_billing_enabled: false, contract: { secret: 1 }, key: 'bk_1' };
    expect(changeWords('subscription', before, { plan: 'pro', usage_billing_enabled: true }, everything)).toEqual([
      { what: 'Plan', before: 'Free', after: 'Pro' },
      { what: 'Spend cap', before: 'On', after: 'Off' },
      { what: 'Contract prices', before: null, after: 'Changed' },
    ]);
    const done = { balance_cents: 500, kind: 'credit', reason: 'r', reference: 'ticket-7', approval: 'apr_1' };
    expect(changeWords('staff_action', { balance_cents: 0 }, done, everything)).toEqual([
      { what: 'Credit balance', before: '$0.00', after: '$5.00' },
    ]);
    expect(changeWords('member', { role: 'viewer' }, { role: 'owner' }, everything)).toEqual([]);
    expect(changeWords('approval', {}, { reason: 'r' }, everything)).toEqual([]);
  });

  it('tells of long lists what came and went', () => {
    const many = Array.from({ length: 200 }, (_, index) => `r${index}@x.example`);
    const [change] = changeWords(
      'organization',
      { additional_billing_emails: many },
      { additional_billing_emails: [...many.slice(7), 'new@x.example'] },
      everything,
    );
    expect(change).toEqual({
      what: 'Recipients',
      before: 'r0@x.example, r1@x.example, r2@x.example, r3@x.example, r4@x.example and 2 more',
      after: 'new@x.example',
    });
  });

  it('keeps from members what they have no right to read', () => {
    const details = { billing_name: 'Ada', tax_id_value: 'DE1' };
    expect(changeWords('billing_details', {}, details, { ...everything, taxIds: false })).toEqual([
      { what: 'Name', before: null, after: 'Ada' },
    ]);
    expect(changeWords('organization', {}, { billing_email: 'a@x.example' }, { ...everything, customer: false })).toEqual([]);
  });
});
