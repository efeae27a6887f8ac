import type { PaymentMethod } from '#contract/types.ts';

/** Props of the dialogs about one card. */
export interface CardDialogProps {
  readonly method: PaymentMethod;
  readonly card: NonNullable<PaymentMethod['card']>;
  readonly onClose: () => void;
  /** Where focus goes when the question is answered. */
  readonly returnFocusTo: () => HTMLElement | null;
}
