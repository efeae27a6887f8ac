import { RadioGroup } from './RadioGroup.tsx';

const reasons = [
  { value: 'expensive', label: 'Too expensive' },
  { value: 'missing', label: 'A feature is missing', description: 'Tell us which one in the next field.' },
  { value: 'none', label: 'None of the above' },
];

export const states = {
  'nothing selected': () => <RadioGroup label="Why are you leaving?" options={reasons} isRequired />,
  selected: () => <RadioGroup label="Why are you leaving?" options={reasons} defaultValue="missing" description="One answer." />,
  horizontal: () => <RadioGroup label="Theme" options={reasons.slice(0, 2)} defaultValue="expensive" orientation="horizontal" />,
  invalid: () => (
    <RadioGroup
      label="Why are you leaving?"
      options={reasons}
      isRequired
      errorMessage="Please select a reason for canceling your subscription"
    />
  ),
  'read only': () => <RadioGroup label="Why are you leaving?" options={reasons} defaultValue="expensive" isReadOnly />,
  'right to left': () => (
    <div dir="rtl">
      <RadioGroup label="סיבה" options={[{ value: 'a', label: 'יקר מדי', description: 'המחיר גבוה' }]} defaultValue="a" />
    </div>
  ),
};
