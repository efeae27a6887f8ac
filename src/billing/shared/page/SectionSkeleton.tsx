import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import type { SectionAnchor } from './sections.ts';

/** Number of lines on a wide screen, a narrow one and a phone: slightly more than the usual section of a paid plan. */
const usual: Readonly<Record<SectionAnchor, readonly [lines: number, narrowLines: number, phoneLines?: number, size?: 'row']>> = {
  subscription: [2, 3],
  breakdown: [18, 28, 32],
  'cost-control': [3, 7, 8, 'row'],
  'credits-balance': [3, 4],
  'payment-methods': [3, 6, 7],
  email: [2, 5],
  address: [3, 8],
  invoices: [12, 29, 30],
};

/** Ruled paper with the expected height of the section. */
export function SectionSkeleton({ of }: { of: SectionAnchor }) {
  const [lines, narrowLines, phoneLines, size] = usual[of];
  return <LoadingSheet lines={lines} narrowLines={narrowLines} phoneLines={phoneLines} size={size} />;
}
