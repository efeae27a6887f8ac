import { TextField, WholeNumberField } from './TextField.tsx';

const amount = { label: 'Amount', description: 'Whole dollars, from $100 to $2000' };

export const states = {
  empty: () => <TextField label="City" name="city" autoComplete="address-level2" isRequired />,
  filled: () => <TextField label="Name" defaultValue="Acme Robotics" autoComplete="organization" />,
  optional: () => <TextField label="Address line 2" isRequired={false} autoComplete="address-line2" />,
  'with help': () => <TextField label="Tax ID" description="For example DE123456789" defaultValue="DE12" />,
  invalid: () => <TextField label="Postal code" isRequired errorMessage="Postal code is required" autoComplete="postal-code" />,
  'invalid, with help': () => (
    <TextField label="Tax ID" description="For example DE123456789" defaultValue="12" errorMessage="This is too short" />
  ),
  'read only': () => (
    <TextField
      label="Name"
      defaultValue="Acme Robotics"
      isReadOnly
      description="You need additional permissions to manage this organization's billing address"
    />
  ),
  'while busy': () => <TextField label="Name" defaultValue="Acme Robotics" isDisabled />,
  'right to left': () => (
    <div dir="rtl">
      <TextField label="עיר" defaultValue="חיפה" errorMessage="שם העיר נדרש" isRequired />
    </div>
  ),
  'whole number': () => <WholeNumberField {...amount} defaultValue="100" />,
  'whole number, invalid': () => <WholeNumberField {...amount} defaultValue="99.5" errorMessage="Amount must be a whole number." />,
};
