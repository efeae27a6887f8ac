import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useProcessedDollars } from './processed-top-ups.ts';

/** Shows the sum of the top-ups that the bank is processing, including top-ups from other tabs. */
export function ProcessedNote() {
  const dollars = useProcessedDollars(useSlug());
  if (dollars === 0) return null;
  const sum = formatWholeDollars(dollars * CENTS_PER_DOLLAR);
  return (
    <Notice variant="info" title={texts.processing}>
      {`Your bank is still processing your top-up of ${sum}. The credit is added as soon as the payment has gone through.`}
    </Notice>
  );
}
