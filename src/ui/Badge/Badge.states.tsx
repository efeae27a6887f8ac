import { Badge } from './Badge.tsx';

export const states = {
  neutral: () => <Badge>Forgiven</Badge>,
  positive: () => <Badge variant="positive">Paid</Badge>,
  warning: () => <Badge variant="warning">Expiring soon</Badge>,
  negative: () => <Badge variant="negative">Outstanding</Badge>,
  info: () => <Badge variant="info">Upcoming</Badge>,
  'right to left': () => (
    <div dir="rtl">
      <Badge variant="positive">שולם</Badge>
    </div>
  ),
};
