import { z } from 'zod/mini';
import { UnixSeconds } from '#contract/shapes/common.ts';
import { isPrintable } from '#contract/limits.ts';
import { typedLine } from '#contract/typed-line.ts';
import { EventType, eventTypes } from './event-shapes.ts';
import { nextCursor, numberedPageFields } from './page-shapes.ts';

export const EventChoice = z.enum(['*', ...eventTypes]);
const longestUrl = 2000;

/** Whether a text is an http or https URL without a user name, password or fragment. */
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
  events: z.array(EventChoice).check(
    z.minLength(1, 'must hold at least one type of event'),
    z.maxLength(eventTypes.length + 1, `must hold at most ${eventTypes.length + 1} types`),
    z.refine((events) => new Set(events).size === events.length, 'must name each type once'),
  ),
  description: z.optional(z.nullable(typedLine(1, 200))),
};

export const WebhookEndpointInput = z.strictObject(endpointFields);

/** Absent fields keep their values; a null description removes the description. */
export const WebhookEndpointChange = z
  .partial(WebhookEndpointInput)
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), 'must name what to change'));

export const WebhookEndpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  events: z.array(EventChoice),
  description: z.nullable(z.string()),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.nullable(z.enum(['refused', 'gone'])),
  disabled_at: z.nullable(UnixSeconds),
  waiting: z.int(),
  replaced_secret_ends_at: z.nullable(UnixSeconds),
  created_at: UnixSeconds,
});

/** No other response contains the secret. */
export const MadeWebhookEndpoint = z.extend(WebhookEndpoint, { secret: z.string() });

export const WebhookTest = z.strictObject({
  delivered: z.boolean(),
  /** HTTP status of the response; null if the endpoint did not respond. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answer: z.string(),
});

export const WebhookEndpointList = z.strictObject({ webhook_endpoints: z.array(WebhookEndpoint), ...nextCursor });

const EndpointId = z.string().check(z.regex(/^we_[A-Za-z0-9]{4,40}$/, 'must be the id of a webhook endpoint'));

export const WebhookEndpointParams = z.strictObject({ endpoint_id: EndpointId });

export const DeliveryParams = z.strictObject({
  endpoint_id: EndpointId,
  delivery_id: z.string().check(z.regex(/^whd_[A-Za-z0-9]{4,40}$/, 'must be the id of a delivery')),
});

export const DeliveryState = z.enum(['pending', 'delivered', 'failed']);

export const Delivery = z.strictObject({
  id: z.string(),
  event_id: z.string(),
  type: EventType,
  organization: z.string(),
  sequence: z.int(),
  state: DeliveryState,
  attempts: z.int(),
  next_attempt_at: z.nullable(UnixSeconds),
  last_attempt_at: z.nullable(UnixSeconds),
  delivered_at: z.nullable(UnixSeconds),
  last_status: z.nullable(z.int()),
  last_error: z.nullable(z.string()),
  last_answer: z.nullable(z.string()),
});

export const DeliveriesQuery = z.strictObject({
  ...numberedPageFields,
  state: z.optional(DeliveryState),
});

export const DeliveryPage = z.strictObject({ deliveries: z.array(Delivery), ...nextCursor });
