import { z } from 'zod/mini';
import { UsageBatchOutcome, UsageBatchRecord } from '#contract/shapes/usage.ts';
import { ApiError, BillingPartner, PlanId, SlugParams } from '#contract/shapes/common.ts';
import { InvoiceStatus } from '#contract/shapes/invoice.ts';
import { NoticeDelivery, NoticeKind } from '#contract/shapes/notices.ts';
import { DisabledFeature } from '#contract/shapes/organization.ts';
import { ComputeSize, ProjectStatus } from '#contract/shapes/project.ts';
import * as approvals from './approval-shapes.ts';
import * as erasures from './erasure-shapes.ts';
import * as events from './event-shapes.ts';
import * as jobs from './job-shapes.ts';
import * as keys from './key-shapes.ts';
import * as moneyLists from './money-list-shapes.ts';
import * as metadata from './metadata-shapes.ts';
import * as notices from './notice-shapes.ts';
import * as organizations from './organization-shapes.ts';
import * as pages from './page-shapes.ts';
import * as priceBooks from './price-book-shapes.ts';
import * as webhooks from './webhook-shapes.ts';
import * as projects from './project-shapes.ts';
import * as staff from './staff-shapes.ts';

const AdminUsageRecord = z.extend(UsageBatchRecord, {
  organization: z.string().check(z.maxLength(100, 'must be an organization slug')),
  /**
   * Context in which the id is unique, like a CloudEvent's `source`. The same id with another source, or with none, is a different record.
   */
  source: z.optional(
    z.string().check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(300, 'must have at most 300 characters'),
      z.refine((source) => !/\p{Cc}/u.test(source), 'must not hold control characters'),
    ),
  ),
});

const mostRecords = 5000;

/** Each entry is validated when it is booked, so that an invalid record does not reject the whole batch. */
const AdminUsageBatch = z.strictObject({
  records: z
    .array(z.union([z.unknown(), AdminUsageRecord]))
    .check(z.minLength(1, 'must hold at least one record'), z.maxLength(mostRecords, `must hold at most ${mostRecords} records`)),
});

const AdminUsageOutcome = UsageBatchOutcome;

/** Schemas by their OpenAPI names. `property-messages.ts` describes their properties. */
export const adminSchemas = {
  ApiError,
  SlugParams,
  BillingPartner,
  ComputeSize,
  DisabledFeature,
  InvoiceStatus,
  NoticeDelivery,
  NoticeKind,
  PlanId,
  ProjectStatus,
  ...erasures,
  ...keys,
  ...jobs,
  EventType: events.EventType,
  EventsQuery: events.EventsQuery,
  PlatformEvent: events.PlatformEvent,
  PlatformEventPage: events.PlatformEventPage,
  ...metadata,
  ...notices,
  PageQuery: pages.PageQuery,
  NumberedPageQuery: pages.NumberedPageQuery,
  ...organizations,
  ...priceBooks,
  ...projects,
  ...staff,
  ...moneyLists,
  ...approvals,
  ...webhooks,
  AdminUsageRecord,
  AdminUsageBatch,
  AdminUsageOutcome,
};

export type AdminSchemaName = keyof typeof adminSchemas;
