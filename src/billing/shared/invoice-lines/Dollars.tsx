import { formatDollars, roundedCentsFromDollars } from '#lib/money.ts';
import { Money, type MoneyProps } from '#ui/Money/Money.tsx';

export interface DollarsProps extends Pick<MoneyProps, 'layout'> {
  /** Dollars of any precision, as received. */
  amount: number;
  was?: number;
}

/** Non-zero amounts below a cent are shown as "<$0.01". */
export function Dollars({ amount, was = amount, layout }: DollarsProps) {
  return (
    <Money cents={roundedCentsFromDollars(amount)} text={formatDollars(amount)} wasCents={roundedCentsFromDollars(was)} layout={layout} />
  );
}
