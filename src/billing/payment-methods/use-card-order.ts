import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { PaymentMethod } from '#contract/types.ts';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { cardName } from '#lib/card-name.ts';
import { fillText } from '#lib/texts/fill.ts';
import { cardOrderTexts as texts } from '#lib/texts/card-order.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { MenuAction } from '#ui/Menu/Menu.tsx';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { usePaymentMethods } from '#billing/shared/data/use-payment-methods.ts';
import { useWrite } from '#billing/shared/data/write.ts';

export function useCardOrder(
  { id, is_default: isActive }: PaymentMethod,
  card: NonNullable<PaymentMethod['card']>,
  menuPlace: RefObject<HTMLElement | null>,
): MenuAction[] {
  const slug = useSlug();
  const client = useQueryClient();
  const isServed = useCapabilities()?.includes('card-order') === true;
  const methods = usePaymentMethods();
  const { write, isPending } = useWrite('orderPaymentMethods', {
    place: 'toast',
    failure: (message) => fillText(texts.failed, { message }),
  });
  const ids = methods.kind === 'ready' ? methods.data.map((method) => method.id) : [];
  const place = ids.indexOf(id);
  // With two cards there is no order to choose, because the active card is always the first.
  if (!isServed || ids.length < 3 || place < 0) return [];

  async function moveTo(next: number): Promise<void> {
    const sorted = ids.toSpliced(place, 1).toSpliced(next, 0, id);
    const { ok } = await write({ params: { slug }, body: { payment_method_ids: sorted } });
    await refreshReads(client, slug, 'cards');
    // The row of the card has moved, so its menu button has lost the focus. The code focuses the button again.
    afterPaint(() => menuPlace.current?.querySelector('button')?.focus());
    if (ok) announce(fillText(texts.moved, { card: cardName(card), place: String(next + 1), count: String(ids.length) }));
  }
  const why = isActive ? texts.activeIsFirst : isPending ? texts.moving : undefined;
  return [
    {
      id: 'earlier',
      label: texts.earlier,
      onAction: () => void moveTo(place - 1),
      unavailableReason: why ?? (place <= 1 ? texts.isFirst : undefined),
    },
    {
      id: 'later',
      label: texts.later,
      onAction: () => void moveTo(place + 1),
      unavailableReason: why ?? (place === ids.length - 1 ? texts.isLast : undefined),
    },
  ];
}
