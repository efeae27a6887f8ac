import { formatDollars, roundedCentsFromDollars } from '#lib/money.ts';
import { Money, type MoneyProps } from '#ui/Money/Money.tsx';

export interface DollarsProps extends Pick<MoneyProps, 'layout'> {
  /** Amount in dollars, of any precision. */
  amount: number;
  was?: number;
}

/** A non-zero amount below a cent is shown as "<$0.01". */
export function Dollars({ amount, was = amount, layout }: DollarsProps) {
  return (
    <Money cents={roundedCentsFromDollars(amount)} text={formatDollars(amount)} wasCents={roundedCentsFromDollars(was)} layout={layout} />
  );
}
