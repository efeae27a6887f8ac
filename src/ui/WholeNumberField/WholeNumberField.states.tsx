import { WholeNumberField } from './WholeNumberField.tsx';

const words = { label: 'Amount', description: 'Whole dollars, from $100 to $2000' };

export const states = {
  filled: () => <WholeNumberField {...words} defaultValue="100" />,
  invalid: () => <WholeNumberField {...words} defaultValue="99.5" errorMessage="Amount must be a whole number." />,
  'right to left': () => (
    <div dir="rtl">
      <WholeNumberField label="סכום" description="דולרים שלמים" defaultValue="100" />
    </div>
  ),
};
