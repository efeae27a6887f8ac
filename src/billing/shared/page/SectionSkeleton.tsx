import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import type { SectionAnchor } from './sections.ts';

/** A little more than a section usually comes to with a paid plan, one card, an address and a full page of invoices, on wide paper, on narrow paper and on the narrowest phones. */
const usual: Readonly<Record<SectionAnchor, readonly [lines: number, narrowLines: number, phoneLines?: number, size?: 'row']>> = {
  subscription: [2, 3],
  breakdown: [23, 31, 37],
  'cost-control': [3, 7, 8, 'row'],
  'credits-balance': [3, 4],
  'payment-methods': [3, 6],
  email: [2, 6],
  address: [3, 9],
  invoices: [11, 28, 29],
};

/** Ruled, empty paper as high as the section is going to be. */
export function SectionSkeleton({ of }: { of: SectionAnchor }) {
  const [lines, narrowLines, phoneLines, size] = usual[of];
  return <LoadingSheet lines={lines} narrowLines={narrowLines} phoneLines={phoneLines} size={size} />;
}
