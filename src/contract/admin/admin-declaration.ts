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

export interface AdminCallDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/admin/v1/${string}`;
  /** The key needs at least one of these scopes. If `needsAllScopes` is set, the key needs all of them. */
  readonly scopes: readonly [AdminScope, ...AdminScope[]];
  readonly needsAllScopes?: true;
  readonly tag: (typeof adminTags)[number];
  readonly params?: AdminSchemaName;
  readonly query?: AdminSchemaName;
  readonly body?: AdminSchemaName;
  /** The request may omit its body. The body is then an empty object. */
  readonly isBodyOptional?: true;
  /** Schema of the response to a dry run. This response has status 200. */
  readonly dryRun?: AdminSchemaName;
  readonly bodyKilobytes?: number;
  readonly anyNumbers?: true;
  readonly judgesEntries?: true;
  /** Also accepts the entries as a batch of CloudEvents, recognized by the content type. */
  readonly takesEvents?: true;
  /** Accepts `Idempotency-Key`: a repeated request gets the first response. */
  readonly idempotent?: true;
  /** Moves money. Requires an `Idempotency-Key` except in a dry run (200); above a limit the action needs an approval (202). */
  readonly staffAction?: true;
  /** A part of the change whose effect is above a limit waits for another person's approval. The call then responds with 202. */
  readonly mayWait?: true;
  /** The response contains a secret, so it is never stored. */
  readonly holdsSecret?: true;
  /** Error statuses that can't be derived from the input schemas. */
  readonly alsoFails?: readonly (403 | 404 | 409 | 422)[];
  readonly success: 200 | 201 | 202 | 204;
  /** Status code if the resource was created rather than updated; the response has the same schema. */
  readonly alsoMade?: 201;
  /** Status code if the list has no entries. The response then has no body. */
  readonly alsoEmpty?: 204;
  readonly response?: AdminSchemaName;
  readonly file?: 'application/zip';
}
