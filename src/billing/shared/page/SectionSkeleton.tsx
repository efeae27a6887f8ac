import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import type { SectionAnchor } from './sections.ts';

/** A little more than a section usually comes to with a paid plan, one card, an address and a full page of invoices, on wide paper, on narrow paper and on the narrowest phones. */
const usual: Readonly<Record<SectionAnchor, readonly [lines: number, narrowLines: number, phoneLines?: number, size?: 'row']>> = {
  subscription: [3, 3],
  breakdown: [23, 31, 37],
  'cost-control': [5, 9, 10, 'row'],
  'credits-balance': [5, 7, 8, 'row'],
  'payment-methods': [4, 5],
  email: [5, 7],
  address: [5, 8],
  invoices: [17, 31, 32],
};

/** Ruled, empty paper as high as the section is going to be. */
export function SectionSkeleton({ of }: { of: SectionAnchor }) {
  const [lines, narrowLines, phoneLines, size] = usual[of];
  return <LoadingSheet lines={lines} narrowLines={narrowLines} phoneLines={phoneLines} size={size} />;
}
