import { formatDollars, roundedCentsFromDollars } from '#lib/money.ts';
import { Money, type MoneyProps } from '#ui/Money/Money.tsx';

export interface DollarsProps extends Pick<MoneyProps, 'layout'> {
  /** Dollars of any precision, as received. */
  amount: number;
  was?: number;
}

/** A received amount in the money column; non-zero amounts under a cent show as such. */
export function Dollars({ amount, was = amount, layout }: DollarsProps) {
  return (
    <Money cents={roundedCentsFromDollars(amount)} text={formatDollars(amount)} wasCents={roundedCentsFromDollars(was)} layout={layout} />
  );
}
