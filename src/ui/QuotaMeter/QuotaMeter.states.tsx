import { QuotaMeter } from './QuotaMeter.tsx';

export const states = {
  'within the quota': () => (
    <QuotaMeter value={120} quota={250}>
      120 of 250 GB used
    </QuotaMeter>
  ),
  'over the quota': () => (
    <QuotaMeter value={410} quota={250} aside="$14.40 in this cycle">
      410 of 250 GB used (164%)
    </QuotaMeter>
  ),
  'far over the quota, with a break mark': () => (
    <QuotaMeter value={3760} quota={250}>
      3,760 of 250 GB used (1,504%)
    </QuotaMeter>
  ),
  'right to left': () => (
    <div dir="rtl">
      <QuotaMeter value={410} quota={250}>
        410 מתוך 250
      </QuotaMeter>
    </div>
  ),
};
