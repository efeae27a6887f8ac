import { LoadingSheet } from './LoadingSheet.tsx';

export const states = {
  lines: () => <LoadingSheet lines={4} />,
  'table rows': () => <LoadingSheet lines={5} size="row" />,
  'more lines on narrow paper': () => <LoadingSheet lines={4} narrowLines={8} size="row" />,
  'one line more on a phone': () => <LoadingSheet lines={4} narrowLines={8} phoneLines={9} size="row" />,
};
