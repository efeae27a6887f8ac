import type { PaymentMethod } from '#contract/types.ts';

/** What the questions about one card are told. */
export interface CardDialogProps {
  readonly method: PaymentMethod;
  readonly card: NonNullable<PaymentMethod['card']>;
  readonly onClose: () => void;
  /** Where focus goes when the question is answered. */
  readonly returnFocusTo: () => HTMLElement | null;
}
