import type { Address, TaxId } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import type { DetailsRequest } from '#billing/shared/address/address.form.ts';

export interface DetailsHandle {
  /** Validates the fields; null if all are valid. @param cardFault the error of the card, which the summary of errors includes */
  readonly check: (cardFault: FieldFault | null) => Promise<string | null>;
  readonly read: () => Details;
  /** Shows the platform's errors at their fields. Returns false if no error names a field. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
}

export interface Details {
  readonly details: DetailsRequest;
  /** False if the platform already has these details. */
  readonly isChanged: boolean;
}

/** Card for a payment call, with billing details only if the details are new. */
export interface CardToUse {
  readonly id: string;
  readonly address?: Address;
  readonly tax_id?: TaxId | null;
  readonly billing_name?: string;
}

/** Card to pay with, or an `error` that is already announced and shown at its field. The field has the focus. */
export type CardAnswer = CardToUse | { readonly error: string };

/** Billing details of a new card, or an error. The details are null if the platform already has them. */
export type CardDetails = { readonly details: DetailsRequest | null } | { readonly error: string };

export const isCard = (answer: CardAnswer): answer is CardToUse => 'id' in answer;

export interface CardHandle {
  /** Checks the card without a request. Resolves to null if the card can be used. */
  readonly check: () => Promise<string | null>;
  /** Creates a new card at the gateway. Never rejects. */
  readonly getPaymentMethod: () => Promise<CardAnswer>;
  readonly refuse: (errors: readonly FieldError[]) => boolean;
  /** Returns true if closing the form would lose a typed card or changed details. */
  readonly isFilled: () => boolean;
}

export interface NewCardHandle extends CardHandle {
  /** Resolves to the current billing details. Errors are already shown. */
  readonly getDetails: () => Promise<CardDetails>;
}
