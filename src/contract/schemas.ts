import * as activity from './shapes/activity.ts';
import * as audit from './shapes/audit.ts';
import * as budgets from './shapes/budgets.ts';
import * as common from './shapes/common.ts';
import * as costs from './shapes/costs.ts';
import * as credits from './shapes/credits.ts';
import * as customer from './shapes/customer.ts';
import * as feedback from './shapes/feedback.ts';
import * as forecast from './shapes/forecast.ts';
import * as invoice from './shapes/invoice.ts';
import * as invoiceLine from './shapes/invoice-line.ts';
import * as members from './shapes/members.ts';
import * as notices from './shapes/notices.ts';
import * as organization from './shapes/organization.ts';
import * as organizationUpdate from './shapes/organization-update.ts';
import * as paymentMethods from './shapes/payment-methods.ts';
import * as plans from './shapes/plans.ts';
import * as priceTags from './shapes/price-tags.ts';
import * as profile from './shapes/profile.ts';
import * as project from './shapes/project.ts';
import * as proposals from './shapes/proposals.ts';
import * as quote from './shapes/quote.ts';
import * as statement from './shapes/statement.ts';
import * as subscription from './shapes/subscription.ts';
import * as tokens from './shapes/tokens.ts';
import * as usage from './shapes/usage.ts';

/** All schemas by their OpenAPI names. The table of calls refers to these names, so that browsers load it without the schema library. */
export const schemasByName = {
  ...activity,
  ...audit,
  ...budgets,
  ...common,
  ...costs,
  ...credits,
  ...customer,
  ...feedback,
  ...forecast,
  ...invoice,
  ...invoiceLine,
  ...members,
  ...notices,
  ...organization,
  ...organizationUpdate,
  ...paymentMethods,
  ...plans,
  ...priceTags,
  ...profile,
  ...project,
  ...proposals,
  ...quote,
  ...statement,
  ...subscription,
  ...tokens,
  ...usage,
};

export type SchemaName = keyof typeof schemasByName;
