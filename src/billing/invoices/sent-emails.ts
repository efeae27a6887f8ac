import type { CallResponse } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';

export type SentNotice = CallResponse<'listInvoiceNotices'>['notices'][number];
type Delivery = SentNotice['deliveries'][number];

/** Returns the last delivery to each address. An earlier bounce does not count, because a later email may have arrived. */
export function newestRound(deliveries: readonly Delivery[]): Delivery[] {
  return [...new Map(deliveries.map((delivery) => [delivery.address.toLowerCase(), delivery])).values()];
}

/** Examples: '3 emails', or '1 email, 1 bounced'. */
export function emailsLine(notices: readonly SentNotice[]): string {
  const count = notices.length === 1 ? '1 email' : `${notices.length || 'No'} emails`;
  const bounced = notices.flatMap(({ deliveries }) => newestRound(deliveries)).filter(({ state }) => state === 'bounced').length;
  return bounced === 0 ? count : `${count}, ${bounced} bounced`;
}

const mostAtFirst = 8;

const isTrouble = ({ state }: Delivery): boolean => state === 'bounced' || state === 'refused';

/** Splits a long list into the deliveries to show first and the others. Failed deliveries come before all other deliveries. */
export function inLists(deliveries: readonly Delivery[]): { first: Delivery[]; others: Delivery[] } {
  if (deliveries.length <= mostAtFirst) return { first: [...deliveries], others: [] };
  const inOrder = [...deliveries.filter(isTrouble), ...deliveries.filter((delivery) => !isTrouble(delivery))];
  return { first: inOrder.slice(0, mostAtFirst), others: inOrder.slice(mostAtFirst) };
}

const mostNamed = 3;

export function sentWords(notices: readonly SentNotice[], number: string): { message: string; isSent: boolean } {
  const deliveries = notices.find(({ kind }) => kind === 'invoice_issued')?.deliveries ?? [];
  const addresses = newestRound(deliveries)
    .filter(({ state }) => state === 'queued' || state === 'sent')
    .map(({ address }) => address);
  if (addresses.length === 0) return { message: fillText(texts.noAddress, { number }), isSent: false };
  const named = addresses.slice(0, mostNamed).join(', ');
  const count = addresses.length - mostNamed;
  const list = count > 0 ? fillText(texts.moreAddresses, { addresses: named, count }) : named;
  return { message: fillText(texts.onItsWay, { number, addresses: list }), isSent: true };
}
