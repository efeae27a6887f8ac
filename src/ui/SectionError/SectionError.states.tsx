import { SectionError } from './SectionError.tsx';

const onRetry = () => Promise.resolve(false);

export const states = {
  'first attempt': () => <SectionError message="Failed to retrieve invoices" sectionTitle="Past invoices" attempt={1} onRetry={onRetry} />,
  'trying again': () => (
    <SectionError message="Failed to retrieve invoices" sectionTitle="Past invoices" attempt={2} onRetry={onRetry} isRetrying />
  ),
  'right to left': () => (
    <div dir="rtl">
      <SectionError message="טעינת החשבוניות נכשלה" sectionTitle="חשבוניות" attempt={3} onRetry={onRetry} />
    </div>
  ),
};
