import { IconButton } from './IconButton.tsx';

export const states = {
  available: () => <IconButton label="Close" icon="close" />,
  unavailable: () => <IconButton label="Close" icon="close" unavailableReason="Please wait until this has finished." />,
  'right to left': () => (
    <div dir="rtl">
      <IconButton label="סגירה" icon="close" />
    </div>
  ),
};
