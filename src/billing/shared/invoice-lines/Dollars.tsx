import { formatDollars, roundedCentsFromDollars } from '#lib/money.ts';
import { Money, type MoneyProps } from '#ui/Money/Money.tsx';

export interface DollarsProps extends Pick<MoneyProps, 'layout'> {
  /** Dollars of any precision, as a platform sends them. */
  amount: number;
  /** The amount before a discount. */
  was?: number;
}

/** An amount of the wire in the money column. Less than a cent, but not nothing, says so. */
export function Dollars({ amount, was = amount, layout }: DollarsProps) {
  return (
    <Money cents={roundedCentsFromDollars(amount)} text={formatDollars(amount)} wasCents={roundedCentsFromDollars(was)} layout={layout} />
  );
}
