import { Meter } from './Meter.tsx';

export const states = {
  'billing cycle': () => (
    <Meter value={12} maxValue={30} aside="Nov 01, 2026 to Nov 30, 2026">
      18 days left
    </Meter>
  ),
  empty: () => (
    <Meter value={0} maxValue={250}>
      0 of 250 GB used
    </Meter>
  ),
  full: () => (
    <Meter value={250} maxValue={250}>
      250 of 250 GB used
    </Meter>
  ),
  'over the quota': () => (
    <Meter value={310} maxValue={250} aside="60 GB over">
      310 of 250 GB used
    </Meter>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Meter value={12} maxValue={30}>
        נותרו 18 ימים
      </Meter>
    </div>
  ),
};
