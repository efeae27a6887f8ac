import { BadgeTip } from './BadgeTip.tsx';

export const states = {
  'its sentence on focus, hover and press': () => (
    <BadgeTip id="tip-outstanding" variant="negative" tip="This invoice will soon be charged." nameSuffix=", invoice AC-0001">
      Outstanding
    </BadgeTip>
  ),
  'right to left': () => (
    <div dir="rtl">
      <BadgeTip id="tip-rtl" variant="positive" tip="אין צורך בפעולה">
        שולם
      </BadgeTip>
    </div>
  ),
};
