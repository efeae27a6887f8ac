import type { AdminScope } from '#contract/admin/admin-declaration.ts';
import type { AdminCallName, AdminCalls } from '#contract/admin/admin-calls.ts';
import type { AdminInput, AdminResponse } from '#contract/admin/admin-types.ts';
import type { ApprovedBy } from '#server/database/settings.ts';
import type { Database } from '#server/database/database.ts';
import type { SecretBox } from '#server/database/secret-box.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { AddressRules } from '#server/webhooks/checked-address.ts';

/** The key that acts: one of the API, or the command's own word. */
export interface ActingKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly AdminScope[];
  /** Slugs of the only organizations that it may act on; absent or null for all. */
  readonly organizations?: readonly string[] | null;
  /** Networks that it may be used from; absent or null for any. */
  readonly addresses?: readonly string[] | null;
}

/** What the operator's calls work with, over HTTP and in the command alike. */
export interface AdminParts {
  readonly db: Database;
  readonly key: ActingKey;
  /** The platform's clock, whole seconds since 1970. */
  readonly nowSeconds: number;
  readonly lateUsageDays: number;
  /** Usage of a day is never held for review below this sum at list price. */
  readonly usageReviewAboveCents: number;
  readonly approvedBy: ApprovedBy;
  /** How many days ahead a price book is dated that raises a price. */
  readonly priceNoticeDays: number;
  /** The gateway of a running platform; null for the command, which leaves to that what is to be sent there. */
  readonly paymentContext: PaymentContext | null;
  /** Where webhooks may go. */
  readonly hosts: AddressRules;
  /** Seals the secrets of webhooks. */
  readonly secrets: SecretBox;
}

export interface ChargedInvoice {
  readonly organizationId: number;
  readonly invoiceId: string;
}

/** A file as an answer, made while it is sent. */
export interface AdminFile {
  readonly name: string;
  readonly disposition: 'attachment';
  readonly body: () => ReadableStream<Uint8Array>;
}

export type AdminAnswer<N extends AdminCallName> = ([AdminResponse<N>] extends [undefined]
  ? unknown
  : AdminCalls[N] extends { readonly alsoEmpty: 204 }
    ? { readonly data: AdminResponse<N> } | { readonly status: 204 }
    : { readonly data: AdminResponse<N> }) &
  (AdminCalls[N] extends { readonly file: string } ? { readonly file: AdminFile } : unknown) & {
    /** True for an answer that says: made, not changed. */
    readonly isNew?: boolean;
    /** For an answer of another kind than usual: nothing was done (200), or it waits for another key (202). */
    readonly status?: 200 | 202 | 204;
    /** An invoice whose charge follows the commit; what comes of it is `payment` in the answer. */
    readonly chargesInvoice?: ChargedInvoice;
  };

export type AdminHandler<N extends AdminCallName> = (input: AdminInput<N>, parts: AdminParts) => Promise<AdminAnswer<N>>;
