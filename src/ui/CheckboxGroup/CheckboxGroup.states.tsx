import { CheckboxGroup } from './CheckboxGroup.tsx';

const options = [
  { value: 'limits', label: 'The limits of my current plan are not enough' },
  { value: 'support', label: 'I want better support' },
  { value: 'none', label: 'None of the above' },
];

export const states = {
  'nothing selected': () => <CheckboxGroup label="Why are you upgrading?" options={options} isRequired />,
  'two selected': () => (
    <CheckboxGroup label="Why are you upgrading?" options={options} defaultValue={['limits', 'support']} description="Choose any number." />
  ),
  invalid: () => (
    <CheckboxGroup
      label="Why are you upgrading?"
      options={options}
      isRequired
      errorMessage="Please select at least one reason for upgrading your subscription"
    />
  ),
  'read only': () => <CheckboxGroup label="Why are you upgrading?" options={options} defaultValue={['limits']} isReadOnly />,
  'right to left': () => (
    <div dir="rtl">
      <CheckboxGroup label="למה משדרגים?" options={[{ value: 'a', label: 'המגבלות אינן מספיקות' }]} defaultValue={['a']} />
    </div>
  ),
};
