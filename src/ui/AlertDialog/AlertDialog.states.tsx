import { Notice } from '#ui/Notice/Notice.tsx';
import { AlertDialog } from './AlertDialog.tsx';

const words = {
  isOpen: true,
  onOpenChange: () => undefined,
  onAction: () => undefined,
  title: 'Delete Visa ending in 4242?',
  description: 'It can no longer be used for payments of this organization.',
  actionLabel: 'Delete card',
  cancelLabel: 'Keep card',
  variant: 'danger',
} as const;

export const states = {
  idle: () => <AlertDialog {...words} />,
  busy: () => <AlertDialog {...words} busyMessage="Deleting the card..." />,
  failed: () => (
    <AlertDialog {...words}>
      <Notice variant="negative" title="Failed to delete payment method: please try again">
        Nothing was changed.
      </Notice>
    </AlertDialog>
  ),
  long: () => (
    <AlertDialog {...words}>
      <ul>
        {Array.from({ length: 60 }, (_, index) => (
          <li key={index}>Invoice INV-{index + 1}</li>
        ))}
      </ul>
    </AlertDialog>
  ),
  'right to left': () => (
    <div dir="rtl">
      <AlertDialog {...words} title="למחוק את הכרטיס?" description="לא ניתן יהיה לשלם בו." actionLabel="מחיקה" cancelLabel="ביטול" />
    </div>
  ),
};
