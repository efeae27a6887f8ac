import * as audit from './shapes/audit.ts';
import * as common from './shapes/common.ts';
import * as credits from './shapes/credits.ts';
import * as customer from './shapes/customer.ts';
import * as feedback from './shapes/feedback.ts';
import * as invoice from './shapes/invoice.ts';
import * as invoiceLine from './shapes/invoice-line.ts';
import * as members from './shapes/members.ts';
import * as organization from './shapes/organization.ts';
import * as organizationUpdate from './shapes/organization-update.ts';
import * as paymentMethods from './shapes/payment-methods.ts';
import * as plans from './shapes/plans.ts';
import * as profile from './shapes/profile.ts';
import * as project from './shapes/project.ts';
import * as quote from './shapes/quote.ts';
import * as subscription from './shapes/subscription.ts';
import * as usage from './shapes/usage.ts';

/**
 * Every schema that a call names, by name. The calls table refers to them by these names only, so that the
 * browser can carry the table without the schema library; the names are the component names of the OpenAPI document.
 */
export const schemas = {
  ApiError: common.ApiError,
  SlugParams: common.SlugParams,
  InvoiceParams: invoice.InvoiceParams,
  ProjectParams: common.ProjectParams,
  InstallationParams: common.InstallationParams,
  Organization: organization.Organization,
  OrganizationList: organization.OrganizationList,
  PartnerLink: organization.PartnerLink,
  Project: project.Project,
  ProjectPage: project.ProjectPage,
  ProjectsQuery: project.ProjectsQuery,
  Subscription: subscription.Subscription,
  SubscriptionQuery: subscription.SubscriptionQuery,
  Invoice: invoice.Invoice,
  InvoiceList: invoice.InvoiceList,
  InvoicesQuery: invoice.InvoicesQuery,
  InvoiceFiltersQuery: invoice.InvoiceFiltersQuery,
  InvoiceExportQuery: invoice.InvoiceExportQuery,
  PermissionList: profile.PermissionList,
  Profile: profile.Profile,
  PreviewRequest: quote.PreviewRequest,
  Preview: quote.Preview,
  SubscriptionUpdate: quote.SubscriptionUpdate,
  SubscriptionUpdated: quote.SubscriptionUpdated,
  PaymentConfirmation: quote.PaymentConfirmation,
  PaymentConfirmed: quote.PaymentConfirmed,
  TopUpRequest: credits.TopUpRequest,
  TopUp: credits.TopUp,
  CreditHistory: credits.CreditHistory,
  CreditHistoryQuery: credits.CreditHistoryQuery,
  AuditLog: audit.AuditLog,
  AuditQuery: audit.AuditQuery,
  PaymentLink: paymentMethods.PaymentLink,
  PaymentMethodList: paymentMethods.PaymentMethodList,
  DefaultPaymentMethod: paymentMethods.DefaultPaymentMethod,
  CardToDelete: paymentMethods.CardToDelete,
  SetupIntentRequest: paymentMethods.SetupIntentRequest,
  SetupIntent: paymentMethods.SetupIntent,
  Customer: customer.Customer,
  CustomerUpdate: customer.CustomerUpdate,
  CustomerUpdateQuery: customer.CustomerUpdateQuery,
  TaxIdInput: customer.TaxIdInput,
  TaxIdAnswer: customer.TaxIdAnswer,
  OrganizationUpdate: organizationUpdate.OrganizationUpdate,
  UpdatedOrganization: organizationUpdate.UpdatedOrganization,
  UpgradeFeedback: feedback.UpgradeFeedback,
  DowngradeFeedback: feedback.DowngradeFeedback,
  UpcomingInvoice: invoiceLine.UpcomingInvoice,
  UpcomingInvoiceQuery: invoiceLine.UpcomingInvoiceQuery,
  UpcomingLineParams: invoiceLine.UpcomingLineParams,
  BreakdownQuery: invoiceLine.BreakdownQuery,
  BreakdownPage: invoiceLine.BreakdownPage,
  InvoiceLines: invoiceLine.InvoiceLines,
  PlanList: plans.PlanList,
  UsageQuery: usage.UsageQuery,
  UsageSummary: usage.UsageSummary,
  DailyUsageQuery: usage.DailyUsageQuery,
  DailyUsage: usage.DailyUsage,
  UsageBatch: usage.UsageBatch,
  UsageBatchRecord: usage.UsageBatchRecord,
  UsageBatchOutcome: usage.UsageBatchOutcome,
  MemberList: members.MemberList,
  MemberAtLimitList: members.MemberAtLimitList,
};

export type SchemaName = keyof typeof schemas;
