import type { Invoice } from '#contract/types.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { subscriptionsWrite } from '#contract/permissions.ts';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { isPayable } from './invoice-status.ts';

export interface WhoCanPayProps {
  invoices: readonly Invoice[];
  /** Anchor or query of this section for the link to share, for example "#invoices"; empty for the whole page. */
  at: string;
}

export function WhoCanPay({ invoices, at }: WhoCanPayProps) {
  const isKept = useIsAllowed(subscriptionsWrite) === false && invoices.some(isPayable);
  return isKept && <WhoCan may="billing_write" why={texts.noWrite} subject="pay invoices" at={at} />;
}
