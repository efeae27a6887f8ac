import { CopyButton } from './CopyButton.tsx';

export const states = {
  ready: () => <CopyButton value="https://example.com/org/acme/billing">Copy link</CopyButton>,
  'right to left': () => (
    <div dir="rtl">
      <CopyButton value="א">העתקה</CopyButton>
    </div>
  ),
};
