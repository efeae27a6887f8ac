import type { PaymentMethod } from '#contract/types.ts';

/** Props of the dialogs about one card. */
export interface CardDialogProps {
  readonly method: PaymentMethod;
  readonly card: NonNullable<PaymentMethod['card']>;
  readonly onClose: () => void;
  /** Element that gets the focus when the dialog closes. */
  readonly returnFocusTo: () => HTMLElement | null;
}
