import type { AdminScope } from '#contract/admin/admin-declaration.ts';
import type { AdminCallName, AdminCalls } from '#contract/admin/admin-calls.ts';
import type { AdminInput, AdminResponse } from '#contract/admin/admin-types.ts';
import type { ApprovedBy } from '#server/database/settings.ts';
import type { Database } from '#server/database/database.ts';
import type { SecretBox } from '#server/database/secret-box.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { RecipientScope } from '#server/payments/recipients.ts';
import type { AddressRules } from '#server/webhooks/checked-address.ts';

/** Caller of an admin call: an API key, or the operator CLI. */
export interface ActingKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly AdminScope[];
  /** Slugs of the organizations to which the key is limited; absent or null if the key is not limited. */
  readonly organizations?: readonly string[] | null;
  /** Networks in CIDR notation from which the key can be used; absent or null if it can be used from any address. */
  readonly addresses?: readonly string[] | null;
}

export interface AdminParts {
  readonly db: Database;
  readonly key: ActingKey;
  readonly nowSeconds: number;
  readonly lateUsageDays: number;
  /** Usage of one day is never held for review if its list price is at most this amount, in cents. */
  readonly usageReviewAboveCents: number;
  readonly usageClockAheadSeconds: number;
  readonly approvedBy: ApprovedBy;
  readonly priceNoticeDays: number;
  readonly emailLimits: RecipientScope['limits'];
  /** Payments of the running platform; null in the CLI, which only queues gateway work for the platform. */
  readonly paymentContext: PaymentContext | null;
  readonly hosts: AddressRules;
  readonly secrets: SecretBox;
}

export interface ChargedInvoice {
  readonly organizationId: number;
  readonly invoiceId: string;
}

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
    readonly isNew?: boolean;
    /** HTTP status that differs from the default: 200 for a dry run, 202 for a pending approval, 204 without content. */
    readonly status?: 200 | 202 | 204;
    /** Invoice to charge after the commit. The response reports the outcome of the charge as `payment`. */
    readonly chargesInvoice?: ChargedInvoice;
  };

export type AdminHandler<N extends AdminCallName> = (input: AdminInput<N>, parts: AdminParts) => Promise<AdminAnswer<N>>;
