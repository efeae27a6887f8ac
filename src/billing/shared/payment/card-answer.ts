import type { Address, TaxId } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import type { DetailsRequest } from '#billing/shared/address/address.form.ts';

/** The address fields beside a new card. */
export interface DetailsHandle {
  /**
   * Shows what is wrong and leads there; null where nothing is.
   * @param cardFault what is wrong with the card, for the summary of everything
   */
  readonly check: (cardFault: FieldFault | null) => Promise<string | null>;
  readonly read: () => Details;
  /** Puts the platform's refusals at their fields; false where none is about them. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
}

export interface Details {
  readonly details: DetailsRequest;
  /** False where they are those that the platform has already. */
  readonly isChanged: boolean;
}

/** A card to pay with, as the money calls take it; the details come with a new card, where they are new as well. */
export interface CardToUse {
  readonly id: string;
  readonly address?: Address;
  readonly tax_id?: TaxId | null;
  readonly billing_name?: string;
}

/** `error`: what must be put right first. It is shown and said already, and focus is at the field. */
export type CardAnswer = CardToUse | { readonly error: string };

/** The billing details beside a new card; null where they are those that the platform has already. */
export type CardDetails = { readonly details: DetailsRequest | null } | { readonly error: string };

export const isCard = (answer: CardAnswer): answer is CardToUse => 'id' in answer;

/** What the dialog around a card choice can ask of it. */
export interface CardHandle {
  /** Checks what is filled in, before anything is asked of anyone. Null where it can be used. */
  readonly check: () => Promise<string | null>;
  /** The chosen card, or a new one made at the gateway. Never rejects. */
  readonly getPaymentMethod: () => Promise<CardAnswer>;
  /** Puts the platform's refusals of a request at their fields; false where none is about them. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
  /** Whether closing the form would lose a typed card or changed details. */
  readonly isFilled: () => boolean;
}

/** The same of a form that is for a new card only. */
export interface NewCardHandle extends CardHandle {
  /** The details as they stand now; what is wrong with them is shown already. */
  readonly getDetails: () => Promise<CardDetails>;
}
