import type { CallName, Calls } from '#contract/calls.ts';
import type { RequiredPermission } from '#contract/declaration.ts';
import type { CallResponse, HandlerInput } from '#contract/types.ts';
import type { Context } from '#server/context.ts';
import type { OrganizationScope, SignedInMember } from '#server/domain/access.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { Database } from '#server/database/database.ts';

/** The organization of a program's call: it has no role there. */
export type ServiceScope = Pick<OrganizationScope, 'id' | 'slug'>;

/** Who makes a call, and in which organization, once it is authorized. */
export interface CallScope<N extends CallName> {
  readonly db: Database;
  readonly config: Context['config'];
  readonly paymentContext: PaymentContext;
  /** Null for a program that calls. */
  readonly member: Calls[N]['access'] extends 'service' ? null : SignedInMember;
  /** Public id of the session that calls; null for a bearer token or a program. */
  readonly sessionId: string | null;
  /** The organization that the path names; null for calls that belong to none. */
  readonly organization: Calls[N]['access'] extends 'session'
    ? null
    : Calls[N]['access'] extends 'service'
      ? ServiceScope
      : OrganizationScope;
  /** Whether the member may do more than the call itself requires. */
  readonly may: (required: RequiredPermission) => boolean;
  /** The platform's clock, whole seconds since 1970. */
  readonly nowSeconds: number;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  /** Where the page is that calls, if that is an allowed origin other than the platform's own: return addresses lead there. */
  readonly pageOrigin: string | null;
  /** Where the caller reaches the platform's own pages. */
  readonly origin: () => string;
  /** The extensions that are served now, of those that the platform has. */
  readonly served: <T extends string>(extensions: readonly T[]) => T[];
}

/** A file as an answer. It is made when it is sent, piece by piece where it is long, and never for a HEAD request. */
export interface AnsweredFile {
  readonly name: string;
  /** Shown by the browser, or saved. */
  readonly disposition: 'inline' | 'attachment';
  readonly body: () => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

export type Answer<N extends CallName> = ([CallResponse<N>] extends [undefined] ? unknown : { readonly data: CallResponse<N> }) &
  (Calls[N] extends { readonly totalCount: true } ? { readonly totalCount: number } : unknown) &
  (Calls[N] extends { readonly file: string } ? { readonly file: AnsweredFile } : unknown) & {
    /** Where it differs from the declared one. */
    readonly status?: 202;
  };

/** Domain, store and view of one call. What it needs of the member is declared in the contract, not here. */
export type Handler<N extends CallName> = (input: HandlerInput<N>, scope: CallScope<N>) => Promise<Answer<N>>;
