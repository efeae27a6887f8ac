import { EmptyState } from './EmptyState.tsx';

export const states = {
  'no invoices': () => <EmptyState>No invoices for this organization yet</EmptyState>,
  'right to left': () => (
    <div dir="rtl">
      <EmptyState blankLines={1}>אין עדיין חשבוניות</EmptyState>
    </div>
  ),
};
