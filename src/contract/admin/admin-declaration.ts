import { adminScopes, type AdminScope } from '#contract/permissions.ts';
import type { AdminSchemaName } from './admin-schemas.ts';

export { adminScopes, type AdminScope };

export const adminTags = [
  'Keys',
  'Organizations',
  'Members',
  'Projects',
  'Usage',
  'Price books',
  'Money',
  'Events',
  'Webhooks',
  'Jobs',
] as const;

/** One call of the operator's API, as data, in the way of the platform's own table. */
export interface AdminCallDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/admin/v1/${string}`;
  /** A key needs one of these, or all of them with `needsAllScopes`. */
  readonly scopes: readonly [AdminScope, ...AdminScope[]];
  readonly needsAllScopes?: true;
  readonly tag: (typeof adminTags)[number];
  readonly params?: AdminSchemaName;
  readonly query?: AdminSchemaName;
  readonly body?: AdminSchemaName;
  /** A request without a body is the same as one with an empty object. */
  readonly isBodyOptional?: true;
  /** Answers a dry run with this, and 200. */
  readonly dryRun?: AdminSchemaName;
  /** How large the body may be, where that is more than usual. */
  readonly bodyKilobytes?: number;
  /** Takes whole numbers however they are written. */
  readonly anyNumbers?: true;
  /** Its handler judges the entries of its list one by one: text that can't be stored refuses its entry only. */
  readonly judgesEntries?: true;
  /** Takes the same as a batch of CloudEvents as well, told by its type. */
  readonly takesEvents?: true;
  /** Accepts `Idempotency-Key`: a repeat gets the first answer. */
  readonly idempotent?: true;
  /** Moves money: an `Idempotency-Key` is required but for a dry run (200), and above a limit it waits for another person (202). */
  readonly staffAction?: true;
  /** A part of it waits for another person if its effect is above a limit (202). */
  readonly mayWait?: true;
  /** Its answer holds a secret, so it is never stored. */
  readonly holdsSecret?: true;
  /** Failures that don't follow from what the call takes. */
  readonly alsoFails?: readonly (403 | 404 | 409 | 422)[];
  readonly success: 200 | 201 | 202 | 204;
  /** The status of an answer of the same shape that says: made, not changed. */
  readonly alsoMade?: 201;
  /** The status without a body if there is nothing to list. */
  readonly alsoEmpty?: 204;
  readonly response?: AdminSchemaName;
  /** Answers with a file of this type instead of JSON. */
  readonly file?: 'application/zip';
}
