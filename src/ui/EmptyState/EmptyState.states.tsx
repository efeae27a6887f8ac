import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { EmptyState } from './EmptyState.tsx';

export const states = {
  'no invoices': () => <EmptyState>No invoices for this organization yet</EmptyState>,
  'with an action': () => (
    <EmptyState action={<TextLink href="#all">Show all activity</TextLink>}>Nothing matches these filters</EmptyState>
  ),
  'right to left': () => (
    <div dir="rtl">
      <EmptyState>אין עדיין חשבוניות</EmptyState>
    </div>
  ),
};
