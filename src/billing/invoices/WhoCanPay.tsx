import type { Invoice } from '#contract/types.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { subscriptionsWrite } from '#contract/permissions.ts';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { isPayable } from './invoice-status.ts';

export interface WhoCanPayProps {
  invoices: readonly Invoice[];
  /** Anchor or query that the shared link contains, for example "#invoices". If it is empty, the link leads to the whole page. */
  at: string;
}

export function WhoCanPay({ invoices, at }: WhoCanPayProps) {
  const isKept = useIsAllowed(subscriptionsWrite) === false && invoices.some(isPayable);
  return isKept && <WhoCan may="billing_write" why={texts.noWrite} subject="pay invoices" at={at} />;
}
