import { LoadingSheet } from './LoadingSheet.tsx';

export const states = {
  lines: () => <LoadingSheet lines={4} />,
  'table rows': () => <LoadingSheet lines={5} size="row" />,
};
