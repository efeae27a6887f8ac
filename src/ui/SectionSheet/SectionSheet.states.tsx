import { Button } from '#ui/Button/Button.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { SectionLead } from './SectionLead.tsx';
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
  'with its action in the first row': () => (
    <SectionSheet id="sheet-lead" title="Payment methods" state="1 card">
      <SectionLead action={<Button>Add new card</Button>}>
        <p>Invoices are charged to the active card.</p>
      </SectionLead>
      <p>Visa ending in 4242</p>
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
