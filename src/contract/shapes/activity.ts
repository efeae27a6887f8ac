import { z } from 'zod/mini';
import { isPrintable } from '#contract/limits.ts';
import { periodFields, periodInOrder, wordList } from '#contract/query-period.ts';
import { Cents, UnixSeconds } from './common.ts';

export const ActivityKind = z.enum([
  'plan',
  'payments',
  'cards',
  'details',
  'members',
  'projects',
  'budgets',
  'tokens',
  'proposals',
  'staff',
  'emails',
]);

/** A changed field in words. `before` or `after` is null if the field had no value. */
export const ActivityChange = z.strictObject({ what: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) });

/** Object that an activity entry is about, if the page can show it. */
export const ActivityAbout = z.strictObject({
  kind: z.enum(['invoice', 'project', 'budgets', 'tokens', 'proposals', 'subscription', 'credits', 'cards', 'recipients', 'address']),
  /** Id of the invoice or project; null for a section of the billing page. */
  id: z.nullable(z.string()),
  name: z.string(),
});

export const ActivityEntry = z.strictObject({
  id: z.string(),
  at: UnixSeconds,
  kind: ActivityKind,
  /** Actor: a member's username, the operator's staff and programs, or the platform (its jobs and the gateway's events). */
  by: z.strictObject({ kind: z.enum(['member', 'staff', 'platform']), name: z.string() }),
  /** Description of the entry, a sentence without a full stop. */
  title: z.string(),
  changes: z.array(ActivityChange),
  amount_cents: z.nullable(Cents),
  about: z.nullable(ActivityAbout),
});

/** Newest first. */
export const Activity = z.strictObject({ entries: z.array(ActivityEntry), next_cursor: z.nullable(z.string()) });

const filters = {
  kind: z.optional(wordList(ActivityKind.options)),
  /** `staff`, `platform`, or `member:` and a username. */
  by: z.optional(
    z
      .string()
      .check(
        z.regex(/^(staff|platform|member:.{1,100})$/s, "must be 'staff', 'platform' or 'member:' and a username"),
        z.refine(isPrintable, "contains characters that aren't allowed"),
      ),
  ),
  ...periodFields,
};

export const ActivityQuery = z
  .strictObject({
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.[an]\d{1,15}$/, 'must be a cursor of this call'))),
    ...filters,
  })
  .check(periodInOrder);

export const ActivityExportQuery = z.strictObject(filters).check(periodInOrder);
