import type { Address, TaxId } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import type { DetailsRequest } from '#billing/shared/address/address.form.ts';

export interface DetailsHandle {
  /** Resolves to null if all fields are valid. @param cardFault error of the card, which the common summary includes */
  readonly check: (cardFault: FieldFault | null) => Promise<string | null>;
  readonly read: () => Details;
  /** Returns false if no error names a field. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
}

export interface Details {
  readonly details: DetailsRequest;
  /** False if the platform already has these details. */
  readonly isChanged: boolean;
}

/** Card of a payment call, with billing details only if they are new. */
export interface CardToUse {
  readonly id: string;
  readonly address?: Address;
  readonly tax_id?: TaxId | null;
  readonly billing_name?: string;
}

/** `error` must be fixed first. It is already announced and shown at its field, which has the focus. */
export type CardAnswer = CardToUse | { readonly error: string };

/** Billing details of a new card; null if the platform already has them. */
export type CardDetails = { readonly details: DetailsRequest | null } | { readonly error: string };

export const isCard = (answer: CardAnswer): answer is CardToUse => 'id' in answer;

export interface CardHandle {
  /** Makes no request. Resolves to null if the card can be used. */
  readonly check: () => Promise<string | null>;
  /** Creates a new card at the gateway. Never rejects. */
  readonly getPaymentMethod: () => Promise<CardAnswer>;
  readonly refuse: (errors: readonly FieldError[]) => boolean;
  /** True if closing would lose a typed card or changed details. */
  readonly isFilled: () => boolean;
}

export interface NewCardHandle extends CardHandle {
  /** Current details; errors are already shown. */
  readonly getDetails: () => Promise<CardDetails>;
}
