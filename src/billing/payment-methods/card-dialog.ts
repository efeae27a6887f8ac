import type { PaymentMethod } from '#contract/types.ts';

export interface CardDialogProps {
  readonly method: PaymentMethod;
  readonly card: NonNullable<PaymentMethod['card']>;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}
