import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import type { SectionAnchor } from './sections.ts';

type Lines = readonly [lines: number, mediumLines: number, narrowLines: number, phoneLines?: number, size?: 'row'];

/** Lines of text on a wide screen, two narrower screens, and a phone. Paid plans have slightly fewer lines. */
const usual: Readonly<Record<SectionAnchor, Lines>> = {
  subscription: [2, 2, 3],
  breakdown: [18, 21, 30, 33],
  'cost-control': [3, 6, 7, 9, 'row'],
  'credits-balance': [3, 3, 4],
  'payment-methods': [3, 3, 6, 7],
  email: [2, 4, 5],
  address: [3, 7, 10],
  invoices: [11, 11, 26, 31],
};

export function SectionSkeleton({ of }: { of: SectionAnchor }) {
  const [lines, mediumLines, narrowLines, phoneLines, size] = usual[of];
  return <LoadingSheet lines={lines} mediumLines={mediumLines} narrowLines={narrowLines} phoneLines={phoneLines} size={size} />;
}
