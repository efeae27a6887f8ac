import { z } from 'zod';
import { validateBy } from '#server/validate-input.ts';

const text = z.string('must be text').min(1, 'must not be empty').max(500, 'must have at most 500 characters');

/** Fields of a CloudEvent that the platform reads; extensions are ignored. */
export const CloudEvent = z.looseObject({
  specversion: z.literal('1.0', 'must be 1.0'),
  id: text,
  source: text,
  type: text,
  /** Slug of the organization, used if `data` has none. */
  subject: z.optional(z.string()),
  /** Time of the usage, used if `data` has none. */
  time: z.optional(z.iso.datetime({ offset: true, error: 'must be an instant in RFC 3339' })),
  data: z.optional(z.unknown()),
});

export const CloudEventBatch = z.array(CloudEvent, 'must be a list of CloudEvents');

export const cloudEventBatchType = 'application/cloudevents-batch+json';

/** Returns the usage record of an event; the envelope fills missing fields. Invalid data is refused later, per record. */
function recordOf({ id, subject, time, data }: z.output<typeof CloudEvent>): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { id };
  return {
    id,
    ...(subject === undefined ? {} : { organization: subject }),
    ...(time === undefined ? {} : { at: Math.floor(Date.parse(time) / 1000) }),
    ...data,
  };
}

/**
 * Converts a batch of CloudEvents to the body of the usage call.
 * @throws {PlatformError} 400 naming entries that are no events
 */
export const usageOfEvents = (batch: unknown): { records: unknown[] } => ({
  records: (validateBy('body', CloudEventBatch, batch) as z.output<typeof CloudEventBatch>).map(recordOf),
});
