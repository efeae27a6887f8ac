import type { FinalLimit } from './final-limits.ts';
import type { SchemaName } from './schemas.ts';
import type { PermissionAction, PermissionResource } from './shapes/profile.ts';
import type { z } from 'zod';

/** Permission that a billing call requires, in addition to membership. */
export interface RequiredPermission {
  readonly action: z.infer<typeof PermissionAction>;
  readonly resource: z.infer<typeof PermissionResource>;
}

/** Dates in the response headers of requests with the service token: deprecated since Dec 1, 2026, removed on Dec 1, 2028. */
export const serviceTokenDeprecation = { since: 1_796_083_200, sunset: 1_859_241_600 } as const;

/** `application/jsonl` has a JSON object per line. */
export type FileType = 'application/pdf' | 'application/xml' | 'text/csv' | 'text/plain' | 'application/jsonl';

/** A call refers to schemas by name, so that the table of calls stays small in the browser. */
export interface CallDeclaration {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/platform/${string}`;
  /**
   * `session`: any signed-in member. `member`: a member of the organization. `service`: only programs, with an organization token or the
   * service token. Any other value: a member with this permission in the organization.
   */
  readonly access: 'session' | 'member' | 'service' | RequiredPermission;
  readonly alsoNeeds?: RequiredPermission;
  readonly params?: SchemaName;
  readonly query?: SchemaName;
  readonly body?: SchemaName;
  /** Maximum size of the body, if larger than the default. */
  readonly bodyKilobytes?: number;
  /** Accepts integers in any notation, such as 1e2 and 100.0. */
  readonly anyNumbers?: true;
  /** The handler validates each list entry separately: text that can't be stored rejects only its entry. */
  readonly judgesEntries?: true;
  /** Required value of the `Version` header. */
  readonly version?: '2';
  /** The call moves money or changes the amount owed, so it accepts `Idempotency-Key`. */
  readonly idempotent?: true;
  /** A GET that has effects: it never runs before the caller is authenticated. */
  readonly acts?: true;
  /** The response can contain a secret or a URL that grants access, so it is never stored. */
  readonly holdsSecret?: true;
  /** Error statuses that can't be derived from the input schemas and `access`. */
  readonly alsoFails?: readonly (402 | 403 | 404 | 409 | 422 | 429)[];
  /** Codes of 429 responses after which clients don't retry. */
  readonly finalLimits?: readonly FinalLimit[];
  readonly success: 200 | 201 | 202 | 204;
  /** Status code if the change is still pending; the response has the same schema. */
  readonly alsoPending?: 202;
  readonly response?: SchemaName;
  readonly file?: FileType;
  /** Media type of a file that is sent instead of JSON if the query asks for the file. */
  readonly alsoFile?: FileType;
  /** The response has the header `X-Total-Count`. */
  readonly totalCount?: true;
}

export const isRead = ({ method, acts }: Pick<CallDeclaration, 'method' | 'acts'>): boolean =>
  (method === 'GET' || method === 'HEAD') && acts !== true;
