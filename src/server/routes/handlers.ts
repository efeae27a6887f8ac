import type { CallName } from '#contract/calls.ts';
import * as activity from './activity.ts';
import * as budgets from './budgets.ts';
import * as costs from './costs.ts';
import * as credits from './credits.ts';
import * as customer from './customer.ts';
import * as feedback from './feedback.ts';
import * as invoices from './invoices.ts';
import * as lookAhead from './look-ahead.ts';
import * as notices from './notices.ts';
import * as organizations from './organizations.ts';
import * as paymentMethods from './payment-methods.ts';
import * as profile from './profile.ts';
import * as projects from './projects.ts';
import * as proposals from './proposals.ts';
import * as recordUsage from './record-usage.ts';
import * as spend from './spend.ts';
import * as statement from './statement.ts';
import * as subscription from './subscription.ts';
import * as tokens from './tokens.ts';
import * as upcomingInvoice from './upcoming-invoice.ts';
import * as usage from './usage.ts';
import type { Handler } from './handler.ts';

export const callHandlers: { readonly [N in CallName]: Handler<N> } = {
  ...activity,
  ...budgets,
  ...costs,
  ...credits,
  ...customer,
  ...feedback,
  ...invoices,
  ...lookAhead,
  ...notices,
  ...organizations,
  ...paymentMethods,
  ...profile,
  ...projects,
  ...proposals,
  ...recordUsage,
  ...spend,
  ...statement,
  ...subscription,
  ...tokens,
  ...upcomingInvoice,
  ...usage,
};
