import type { FinalLimit } from './final-limits.ts';
import type { SchemaName } from './schemas.ts';
import type { PermissionAction, PermissionResource } from './shapes/profile.ts';
import type { z } from 'zod';

/** Permission that a billing call requires, in addition to membership. */
export interface RequiredPermission {
  readonly action: z.infer<typeof PermissionAction>;
  readonly resource: z.infer<typeof PermissionResource>;
}

/** A call that ends: clients get both times with each response. Unix seconds. */
export interface Deprecation {
  readonly since: number;
  /** Earliest time at which it can be removed. */
  readonly sunset: number;
  /** Path of the call that replaces it. */
  readonly successor: string;
}

/** One call of the wire contract, as data. Schemas are named, never held, so that the table weighs little. */
export interface CallDeclaration {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/platform/${string}`;
  /**
   * `session`: any signed-in member. `member`: a member of the organization. `service`: a program that holds the service
   * token. Otherwise that permission in the organization.
   */
  readonly access: 'session' | 'member' | 'service' | RequiredPermission;
  readonly params?: SchemaName;
  readonly query?: SchemaName;
  readonly body?: SchemaName;
  /** How large the body may be, where that is more than usual. */
  readonly bodyKilobytes?: number;
  /** Takes whole numbers however they are written. */
  readonly anyNumbers?: true;
  /** Its handler judges the entries of its list one by one: text that can't be stored refuses its entry only. */
  readonly judgesEntries?: true;
  /** Required value of the `Version` header. */
  readonly version?: '2';
  /** Moves money or changes what is owed: accepts `Idempotency-Key`. */
  readonly idempotent?: true;
  /** A GET that has effects: it never runs before it is certain who asks. */
  readonly acts?: true;
  /** Its answer can hold a secret or an address that grants access, so it is never stored. */
  readonly holdsSecret?: true;
  /** Failures that don't follow from what the call takes and requires. */
  readonly alsoFails?: readonly (402 | 403 | 404 | 409 | 422 | 429)[];
  /** Limits that clients don't wait for. */
  readonly finalLimits?: readonly FinalLimit[];
  readonly success: 200 | 201 | 202 | 204;
  /** The status of an answer of the same shape that says: not done yet. */
  readonly alsoPending?: 202;
  readonly response?: SchemaName;
  /** Answers with a file of this type instead of JSON. */
  readonly file?: 'application/pdf' | 'text/csv';
  /** Present if the call ends. */
  readonly deprecation?: Deprecation;
  /** Carries `X-Total-Count` in the answer. */
  readonly totalCount?: true;
}

/** Whether a call changes nothing. */
export const isRead = ({ method, acts }: Pick<CallDeclaration, 'method' | 'acts'>): boolean =>
  (method === 'GET' || method === 'HEAD') && acts !== true;
