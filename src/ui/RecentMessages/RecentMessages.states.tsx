import { RecentMessages } from './RecentMessages.tsx';

export const states = {
  'at load': () => <RecentMessages />,
  'right to left': () => (
    <div dir="rtl">
      <RecentMessages />
    </div>
  ),
};
