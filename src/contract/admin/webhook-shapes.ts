import { z } from 'zod/mini';
import { UnixSeconds } from '#contract/shapes/common.ts';
import { isPrintable } from '#contract/limits.ts';
import { typedLine } from '#contract/typed-line.ts';
import { eventTypes } from './event-shapes.ts';
import { nextCursor, numberedPageFields } from './page-shapes.ts';

const EventChoice = z.enum(['*', ...eventTypes]);
const longestUrl = 2000;

/** An http or https address without anything that doesn't reach the server, or that names who asks. */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

const endpointFields = {
  url: z
    .string()
    .check(
      z.maxLength(longestUrl, `must have at most ${longestUrl} characters`),
      z.refine(isPrintable, 'must hold no control characters'),
      z.refine(isWebhookUrl, 'must be an https address without a user name and a fragment'),
    ),
  /** Types of events, or `*` for all. */
  events: z.array(EventChoice).check(
    z.minLength(1, 'must hold at least one type of event'),
    z.maxLength(eventTypes.length + 1, `must hold at most ${eventTypes.length + 1} types`),
    z.refine((events) => new Set(events).size === events.length, 'must name each type once'),
  ),
  /** Purpose, in words. */
  description: z.optional(z.nullable(typedLine(1, 200))),
};

export const WebhookEndpointInput = z.strictObject(endpointFields);

/** Fields that are absent stay as they are; a null description removes it. */
export const WebhookEndpointChange = z
  .partial(WebhookEndpointInput)
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), 'must name what to change'));

export const WebhookEndpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  events: z.array(EventChoice),
  description: z.nullable(z.string()),
  status: z.enum(['enabled', 'disabled']),
  /** `refused`: it took an event for three days not. `gone`: it answered 410. Null while it is enabled. */
  disabled_reason: z.nullable(z.enum(['refused', 'gone'])),
  disabled_at: z.nullable(UnixSeconds),
  /** Deliveries that are still to be made. */
  waiting: z.int(),
  /** When the newest replaced secret stops signing; null while the current secret signs alone. */
  replaced_secret_ends_at: z.nullable(UnixSeconds),
  created_at: UnixSeconds,
});

/** The one answer that holds the secret. */
export const MadeWebhookEndpoint = z.extend(WebhookEndpoint, { secret: z.string() });

/** Answer of the endpoint to a test message. */
export const WebhookTest = z.strictObject({
  delivered: z.boolean(),
  /** Null if there was no answer. */
  status: z.nullable(z.int()),
  /** Why it was not accepted, as a code; null if it was. */
  error: z.nullable(z.string()),
  /** The beginning of the answer, at most a kilobyte. */
  answer: z.string(),
});

export const WebhookEndpointList = z.strictObject({ webhook_endpoints: z.array(WebhookEndpoint), ...nextCursor });

const EndpointId = z.string().check(z.regex(/^we_[A-Za-z0-9]{4,40}$/, 'must be the id of a webhook endpoint'));

export const WebhookEndpointParams = z.strictObject({ endpoint_id: EndpointId });

export const DeliveryParams = z.strictObject({
  endpoint_id: EndpointId,
  delivery_id: z.string().check(z.regex(/^whd_[A-Za-z0-9]{4,40}$/, 'must be the id of a delivery')),
});

const DeliveryState = z.enum(['pending', 'delivered', 'failed']);

export const Delivery = z.strictObject({
  id: z.string(),
  event_id: z.string(),
  type: z.enum(eventTypes),
  organization: z.string(),
  sequence: z.int(),
  /** `failed`: it was tried for three days. */
  state: DeliveryState,
  attempts: z.int(),
  /** Null where it is over. */
  next_attempt_at: z.nullable(UnixSeconds),
  last_attempt_at: z.nullable(UnixSeconds),
  delivered_at: z.nullable(UnixSeconds),
  /** The status that the endpoint answered last; null where there was no answer. */
  last_status: z.nullable(z.int()),
  /** Why it was not taken, as a code; null where it was. */
  last_error: z.nullable(z.string()),
  /** The beginning of that answer, at most a kilobyte. */
  last_answer: z.nullable(z.string()),
});

export const DeliveriesQuery = z.strictObject({
  ...numberedPageFields,
  state: z.optional(DeliveryState),
});

export const DeliveryPage = z.strictObject({ deliveries: z.array(Delivery), ...nextCursor });
