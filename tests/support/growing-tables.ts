import { lastingTables, retentionRules } from '#server/store/retention/retention-table.ts';

/** They have rows in the embedded mode alone, or for as long as something fails. */
const small = new Set(['postbox_messages', 'postbox_attachments', 'scripted_faults', 'job_failures']);

/** Tables that have more rows the more organizations there are, by the table of retention: all but those of the platform itself. */
export const growingTables: readonly string[] = [
  ...new Set([
    ...retentionRules.map(({ table }) => table),
    ...lastingTables.filter(({ until }) => until !== 'for good').map(({ table }) => table),
  ]),
].filter((table) => !small.has(table));
