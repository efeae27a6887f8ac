import { EmptyState } from './EmptyState.tsx';

export const states = {
  'no invoices': () => <EmptyState>No invoices for this organization yet</EmptyState>,
  'right to left': () => (
    <div dir="rtl">
      <EmptyState>אין עדיין חשבוניות</EmptyState>
    </div>
  ),
};
