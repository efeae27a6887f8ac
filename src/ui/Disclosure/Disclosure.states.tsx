import { Disclosure } from './Disclosure.tsx';

export const states = {
  closed: () => (
    <Disclosure title="How this adds up" nameSuffix=", Custom domain">
      <p>504 hours x $0.0137 per hour</p>
    </Disclosure>
  ),
  open: () => (
    <Disclosure title="Rates after the quota" headingLevel={3} defaultExpanded>
      <p>Egress costs $0.09 per GB beyond 250 GB.</p>
    </Disclosure>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Disclosure title="פירוט החישוב">
        <p>504 שעות</p>
      </Disclosure>
    </div>
  ),
};
