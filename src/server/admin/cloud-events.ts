import { z } from 'zod';
import { validateBy } from '#server/validate-input.ts';

const text = z.string('must be text').min(1, 'must not be empty').max(500, 'must have at most 500 characters');

/** What the platform reads of a CloudEvent; extensions of its sender are left alone. */
export const CloudEvent = z.looseObject({
  specversion: z.literal('1.0', 'must be 1.0'),
  id: text,
  source: text,
  type: text,
  /** The organization, where the data names none. */
  subject: z.optional(z.string()),
  /** When it happened, where the data does not say so. */
  time: z.optional(z.iso.datetime({ offset: true, error: 'must be an instant in RFC 3339' })),
  /** The fields of a usage record. */
  data: z.optional(z.unknown()),
});

export const CloudEventBatch = z.array(CloudEvent, 'must be a list of CloudEvents');

export const cloudEventBatchType = 'application/cloudevents-batch+json';

/** A usage record as the event carries it: what its data leaves open, the envelope says. What is no record is refused as one, later. */
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
 * The body of the usage call, from a batch of CloudEvents.
 * @throws {PlatformError} 400 naming what is no event
 */
export const usageOfEvents = (batch: unknown): { records: unknown[] } => ({
  records: (validateBy('body', CloudEventBatch, batch) as z.output<typeof CloudEventBatch>).map(recordOf),
});
