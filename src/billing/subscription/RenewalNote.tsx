import { useEffect } from 'react';
import { formatCents } from '#lib/money.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import type { Renewal } from '#billing/shared/change-plan/use-preview.ts';

/** Message about a renewed quote; null if the old quote had not expired and the amount is the same. */
export function renewalWords({ why, wasCents, nowCents }: Renewal): string | null {
  if (wasCents !== nowCents)
    return `The price has changed: it was ${formatCents(wasCents)} and is ${formatCents(nowCents)} now. Nothing was charged. Check it before you confirm.`;
  return why === 'expired' ? `The quote expired and was refreshed. The price is still ${formatCents(nowCents)}.` : null;
}

export function RenewalNote({ renewal }: { renewal: Renewal | null }) {
  useEffect(() => {
    const news = renewal && renewalWords(renewal);
    if (news !== null) announce(news);
  }, [renewal]);
  const words = renewal && renewalWords(renewal);
  if (renewal === null || words === null) return null;
  return <Notice variant={renewal.wasCents === renewal.nowCents ? 'info' : 'warning'}>{words}</Notice>;
}
