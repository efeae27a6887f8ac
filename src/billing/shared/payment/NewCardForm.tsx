import { useCallback, useRef, type Ref } from 'react';
import type { CardHandle } from './card-answer.ts';
import type { DetailsHandle } from './details.ts';
import { GatewayForm } from './GatewayForm.tsx';
import { NewCard } from './NewCard.tsx';

export interface NewCardFormProps {
  ref: Ref<CardHandle>;
  amountCents: number;
  isReadOnly: boolean;
  onEscape?: (() => void) | undefined;
}

/** A card that is typed in now, and the address it is billed to. */
export function NewCardForm({ ref, amountCents, onEscape }: NewCardFormProps) {
  const details = useRef<DetailsHandle>(null);
  const readDetails = useCallback(() => details.current, []);
  return (
    <GatewayForm purpose={{ kind: 'payment', amountCents }}>
      <NewCard ref={ref} details={readDetails} onEscape={onEscape} />
    </GatewayForm>
  );
}
