import { DateText } from './DateText.tsx';

const lastSecondOfNovember = 1_796_083_199;

export const states = {
  date: () => <DateText seconds={lastSecondOfNovember} />,
  'with time of day': () => <DateText seconds={lastSecondOfNovember} format="date-time" />,
  'right to left': () => (
    <p dir="rtl">
      עד <DateText seconds={lastSecondOfNovember} />
    </p>
  ),
};
