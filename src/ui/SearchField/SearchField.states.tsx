import { SearchField } from './SearchField.tsx';

const number = { label: 'Invoice number', description: 'The whole number, or the digits that it ends with' };

export const states = {
  empty: () => <SearchField {...number} />,
  filled: () => <SearchField {...number} defaultValue="0013" />,
  invalid: () => <SearchField label="Invoice number" defaultValue="?" errorMessage="This is no invoice number" />,
  'read only': () => <SearchField {...number} defaultValue="0013" isReadOnly />,
  'while busy': () => <SearchField {...number} defaultValue="0013" isDisabled />,
  'right to left': () => (
    <div dir="rtl">
      <SearchField label="מספר חשבונית" defaultValue="0013" />
    </div>
  ),
};
