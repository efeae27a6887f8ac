import { Pagination } from './Pagination.tsx';

const words = {
  label: 'Invoice pages',
  previousLabel: 'Previous invoices',
  nextLabel: 'Next invoices',
  onPrevious: () => undefined,
  onNext: () => undefined,
};

export const states = {
  'first page': () => <Pagination {...words} summary="Showing 1 to 5 out of 12 invoices" hasPrevious={false} hasNext />,
  'page in the middle': () => <Pagination {...words} summary="Showing 6 to 10 out of 12 invoices" hasPrevious hasNext />,
  'last page': () => <Pagination {...words} summary="Showing 11 to 12 out of 12 invoices" hasPrevious hasNext={false} />,
  'right to left': () => (
    <div dir="rtl">
      <Pagination
        {...words}
        label="עמודים"
        previousLabel="הקודמות"
        nextLabel="הבאות"
        summary="1 עד 5 מתוך 12"
        hasPrevious={false}
        hasNext
      />
    </div>
  ),
};
