import type { z } from 'zod/mini';
import type { CallName, Calls } from './calls.ts';
import type { schemasByName, SchemaName } from './schemas.ts';

/** Type of a schema's value, in responses and in handlers. */
export type Shape<N extends SchemaName> = z.output<(typeof schemasByName)[N]>;
/** Input type of a schema. In a query, a number may also be text. */
type Written<N extends SchemaName> = z.input<(typeof schemasByName)[N]>;

type Part<C, K extends string> = C extends { readonly [P in K]: infer N extends SchemaName } ? N : never;
type WrittenQuery<N extends SchemaName> = { [P in keyof Written<N>]?: string | number };

/** Input of a caller: path parameters, query, body, and the idempotency key of a money-moving call. */
export type CallInput<N extends CallName> = ([Part<Calls[N], 'params'>] extends [never]
  ? unknown
  : { params: Written<Part<Calls[N], 'params'>> }) &
  ([Part<Calls[N], 'query'>] extends [never] ? unknown : { query?: WrittenQuery<Part<Calls[N], 'query'>> }) &
  ([Part<Calls[N], 'body'>] extends [never] ? unknown : { body: Written<Part<Calls[N], 'body'>> }) &
  (Calls[N] extends { readonly idempotent: true } ? { idempotencyKey?: string } : unknown);

export interface HandlerInput<N extends CallName> {
  params: [Part<Calls[N], 'params'>] extends [never] ? Record<string, never> : Shape<Part<Calls[N], 'params'>>;
  query: [Part<Calls[N], 'query'>] extends [never] ? Record<string, never> : Shape<Part<Calls[N], 'query'>>;
  body: [Part<Calls[N], 'body'>] extends [never] ? undefined : Shape<Part<Calls[N], 'body'>>;
}

/** Body of the response; undefined for a response without a body. */
export type CallResponse<N extends CallName> = [Part<Calls[N], 'response'>] extends [never] ? undefined : Shape<Part<Calls[N], 'response'>>;

export type UpcomingInvoice = Shape<'UpcomingInvoice'>;
export type InvoiceLine = Shape<'InvoiceLines'>['lines'][number];
export type UsageRecord = Shape<'UsageSummary'>['usages'][number];
export type Organization = Shape<'Organization'>;
export type Subscription = Shape<'Subscription'>;
export type Invoice = Shape<'Invoice'>;
export type BilledTo = NonNullable<Invoice['billed_to']>;
export type Seller = NonNullable<Invoice['seller']>;
export type Project = Shape<'Project'>;
export type ProjectSummary = Shape<'ProjectPage'>['projects'][number];
export type Permission = Shape<'PermissionList'>[number];
export type Profile = Shape<'Profile'>;
export type Preview = Shape<'Preview'>;
export type Tier = Shape<'PreviewRequest'>['tier'];
export type PaymentMethod = Shape<'PaymentMethodList'>['data'][number];
export type Customer = Shape<'Customer'>;
export type Address = NonNullable<Customer['address']>;
export type InvoiceReferences = Shape<'InvoiceReferences'>;
export type TaxId = NonNullable<Customer['tax_id']>;
export type TaxVerification = NonNullable<Shape<'TaxIdAnswer'>['verification']>;
export type CreditEntry = Shape<'CreditHistory'>['entries'][number];
export type Statement = Shape<'Statement'>;
export type StatementRow = Statement['rows'][number];
export type ApiErrorBody = Shape<'ApiError'>;
export type Proposal = Shape<'Proposal'>;
export type TokenScope = Shape<'TokenScope'>;
export type PlanId = Organization['plan']['id'];
export type BillingPartner = NonNullable<Organization['billing_partner']>;
