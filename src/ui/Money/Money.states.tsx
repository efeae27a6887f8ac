import { Money } from './Money.tsx';

export const states = {
  plain: () => <Money cents={126904} />,
  'negative is credit': () => <Money cents={-1000} />,
  owed: () => <Money cents={7218} tone="owed" />,
  credit: () => <Money cents={2500} tone="credit" />,
  zero: () => <Money cents={0} />,
  discounted: () => <Money cents={345} wasCents={690} />,
  'discounted to less than a cent': () => <Money cents={0} text="<$0.01" wasCents={2} />,
  'discounted, stacked': () => <Money cents={345} wasCents={690} layout="stacked" />,
  'right to left': () => (
    <p dir="rtl">
      זיכוי <Money cents={-1000} wasCents={-500} />
    </p>
  ),
};
