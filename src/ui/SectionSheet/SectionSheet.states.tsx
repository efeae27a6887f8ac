import { Button } from '#ui/Button/Button.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { SectionSheet } from './SectionSheet.tsx';

export const states = {
  ready: () => (
    <SectionSheet id="sheet-ready" title="Credit balance" state={<>Credits cover the next invoice</>}>
      <p>
        <Money cents={-2500} /> left
      </p>
      <p>
        <Button>Top Up</Button>
      </p>
    </SectionSheet>
  ),
  'without a state line': () => (
    <SectionSheet id="sheet-plain" title="Email recipients">
      <p>billing@example.com</p>
    </SectionSheet>
  ),
  loading: () => (
    <SectionSheet id="sheet-loading" title="Upcoming invoice" isBusy>
      <LoadingSheet lines={4} />
    </SectionSheet>
  ),
  'right to left': () => (
    <div dir="rtl">
      <SectionSheet id="sheet-rtl" title="יתרת זיכוי" state="הזיכוי מכסה את החשבונית הבאה">
        <p>
          נותרו <Money cents={-2500} />
        </p>
      </SectionSheet>
    </div>
  ),
};
