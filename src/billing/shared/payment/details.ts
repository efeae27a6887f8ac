import type { FieldError } from '#lib/call-error.ts';
import type { DetailsRequest } from '#billing/shared/address/address.form.ts';

/** The address fields beside a new card. */
export interface DetailsHandle {
  /** Shows what is wrong and leads there; null where nothing is. */
  readonly check: () => Promise<string | null>;
  readonly read: () => Details;
  /** Puts the platform's refusals at their fields; false where none is about them. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
}

export interface Details {
  readonly given: DetailsRequest;
  /** False where they are those that the platform has already. */
  readonly isChanged: boolean;
}
