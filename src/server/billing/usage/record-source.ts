import type { UsageRecord } from './usage-records.ts';

/** Control character, which senders cannot use in IDs and sources. */
const separator = '\u001D';

const sourcedId = (source: string, id: string): string => `${source}${separator}${id}`;

/** Record with the IDs under which it is stored. IDs are unique per source, and a correction names a record of its own source. */
export const withSource = (record: UsageRecord, source: string | undefined): UsageRecord =>
  source === undefined
    ? record
    : {
        ...record,
        id: sourcedId(source, record.id),
        replaces: record.replaces === undefined ? undefined : sourcedId(source, record.replaces),
      };
