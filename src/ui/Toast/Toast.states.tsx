import { toastDurations } from './toast.ts';
import { ToastList } from './ToastList.tsx';

export const states = {
  'three severities': () => (
    <ToastList
      label="Messages"
      entries={[
        { id: 1, message: 'Successfully saved settings', severity: 'success', durationMs: toastDurations.short },
        { id: 2, message: 'Payment processing', severity: 'info', durationMs: toastDurations.medium },
        { id: 3, message: 'Failed to update organization: the name is taken', severity: 'error', durationMs: toastDurations.long },
      ]}
    />
  ),
  'right to left': () => (
    <div dir="rtl">
      <ToastList label="הודעות" entries={[{ id: 4, message: 'ההגדרות נשמרו', severity: 'success', durationMs: toastDurations.short }]} />
    </div>
  ),
};
