import { z } from 'zod';
import { jsonFault } from '#lib/json-text.ts';
import { RefusedEntry } from '#server/billing/usage/usage-batch.ts';
import { validateBy } from '#server/validate-input.ts';

const longestId = 100;
const longestSource = 300;

const text = (most: number) => z.string('must be text').min(1, 'must not be empty').max(most, `must have at most ${most} characters`);

export const CloudEvent = z.looseObject(
  {
    specversion: z.literal('1.0', 'must be 1.0'),
    id: text(longestId),
    source: text(longestSource),
    type: text(500),
    /** Slug of the organization, used if `data` contains no organization. */
    subject: z.optional(z.string('must be text')),
    /** Time of the usage, used if `data` contains no time. */
    time: z.optional(
      z.iso.datetime({ offset: true, error: 'must be an instant such as 2026-05-31T12:00:00Z, with capital letters and no leap second' }),
    ),
    data: z.optional(z.unknown()),
    data_base64: z.optional(z.string('must be text')),
  },
  'must be a CloudEvent',
);

type Event = z.output<typeof CloudEvent>;

export const cloudEventType = 'application/cloudevents+json';
export const cloudEventBatchType = 'application/cloudevents-batch+json';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Thrown for an invalid event. Other events of the batch are still accepted. */
class EventFault extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Decodes JSON in Base64. @throws {EventFault} if the text is invalid, or if two parsers could read different values from it */
function decoded(encoded: string): unknown {
  if (!base64.test(encoded)) throw new EventFault('data_base64', 'must be Base64');
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    const value: unknown = JSON.parse(json);
    const fault = jsonFault(json, { anyNumbers: true });
    if (fault) throw new EventFault('data_base64', fault.message);
    return value;
  } catch (error) {
    if (error instanceof EventFault) throw error;
    throw new EventFault('data_base64', 'must be JSON text');
  }
}

/** Returns the fields of the usage record that the envelope does not contain. @throws {EventFault} if the data is invalid */
function dataOf(event: Event): object {
  const { data, data_base64: encoded } = event;
  if (data !== undefined && encoded !== undefined) throw new EventFault('data_base64', 'must be absent beside data');
  const place = encoded === undefined ? 'data' : 'data_base64';
  const read = encoded === undefined ? data : decoded(encoded);
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new EventFault(place, 'must be an object with the fields of a usage record');
  // The envelope identifies the event by source and ID. The data may also contain them, but only with the same values.
  for (const name of ['id', 'source'] as const)
    if (name in read && (read as Record<string, unknown>)[name] !== event[name])
      throw new EventFault(`${place}.${name}`, `must be absent, because the event has its ${name}`);
  return read;
}

const idOf = (candidate: unknown): string | null => {
  const id = typeof candidate === 'object' && candidate !== null && 'id' in candidate ? candidate.id : null;
  return typeof id === 'string' ? id : null;
};

/** The envelope supplies fields that the data omits. An invalid event becomes a refused entry. */
function recordOf(candidate: unknown): unknown {
  const { success, data: event, error } = CloudEvent.safeParse(candidate);
  if (!success) {
    const [issue] = error.issues;
    return new RefusedEntry(idOf(candidate), issue?.path.map(String).join('.') ?? '', issue?.message ?? 'must be a CloudEvent');
  }
  const { id, source, subject, time } = event;
  try {
    return {
      ...(subject === undefined ? {} : { organization: subject }),
      ...(time === undefined ? {} : { at: Math.floor(Date.parse(time) / 1000) }),
      ...dataOf(event),
      id,
      source,
    };
  } catch (fault) {
    if (fault instanceof EventFault) return new RefusedEntry(id, fault.path, fault.message);
    throw fault;
  }
}

const List = z.array(z.unknown(), 'must be a list of CloudEvents');

/** @throws {PlatformError} 400 if a batch is not a list */
export const usageOfEvents = (body: unknown, isBatch: boolean): { records: unknown[] } => ({
  records: (isBatch ? (validateBy('body', List, body) as unknown[]) : [body]).map(recordOf),
});
