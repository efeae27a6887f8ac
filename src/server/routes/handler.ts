import type { CallName, Calls } from '#contract/calls.ts';
import type { FileType, RequiredPermission } from '#contract/declaration.ts';
import type { tokenAccess } from '#contract/token-access.ts';
import type { CallResponse, HandlerInput } from '#contract/types.ts';
import type { Context } from '#server/context.ts';
import type { OrganizationScope, SignedInMember } from '#server/domain/access.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { Database } from '#server/database/database.ts';
import type { SecretBox } from '#server/database/secret-box.ts';

/** Organization of a call that a program makes. A program has no role. */
export type ServiceScope = Pick<OrganizationScope, 'id' | 'slug'>;

type OpenToTokens = keyof typeof tokenAccess;

export interface CallScope<N extends CallName> {
  readonly db: Database;
  readonly config: Context['config'];
  readonly paymentContext: PaymentContext;
  readonly secrets: SecretBox;
  /** Member who makes the call; null for a program. */
  readonly member: Calls[N]['access'] extends 'service' ? null : N extends OpenToTokens ? SignedInMember | null : SignedInMember;
  /** Public ID of the session; null for a bearer token and for a program. */
  readonly sessionId: string | null;
  readonly organization: Calls[N]['access'] extends 'session' ? null : N extends OpenToTokens ? ServiceScope : OrganizationScope;
  /** Organization token of the caller; null for other callers. `projectRef`: the project to which the token is limited, or null. */
  readonly token: { readonly id: string; readonly projectRef: string | null } | null;
  /** Returns whether the caller has an additional permission that the call does not require. */
  readonly may: (required: RequiredPermission) => boolean;
  readonly nowSeconds: number;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  /** Origin of the page if it is an allowed page on another origin; otherwise null. The gateway sends the payer back to this origin. */
  readonly pageOrigin: string | null;
  readonly origin: () => string;
  readonly served: <T extends string>(extensions: readonly T[]) => T[];
}

/** The body is created when it is sent. Long files are streamed; a HEAD request creates no body. */
export interface AnsweredFile {
  readonly name: string;
  readonly disposition: 'inline' | 'attachment';
  /** Media type of the file, if it differs from the declared media type. */
  readonly type?: FileType;
  readonly body: () => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

type AnsweredData<N extends CallName> = [CallResponse<N>] extends [undefined] ? unknown : { readonly data: CallResponse<N> };

/** Content of a response: JSON or a file. A call that declares JSON and a file can respond with either of them. */
type Content<N extends CallName> = Calls[N] extends { readonly file: string }
  ? { readonly file: AnsweredFile }
  : Calls[N] extends { readonly alsoFile: string }
    ? AnsweredData<N> | { readonly data?: undefined; readonly file: AnsweredFile }
    : AnsweredData<N>;

export type Answer<N extends CallName> = Content<N> &
  (Calls[N] extends { readonly totalCount: true } ? { readonly totalCount: number } : unknown) & {
    readonly status?: 202;
  };

export type Handler<N extends CallName> = (input: HandlerInput<N>, scope: CallScope<N>) => Promise<Answer<N>>;
