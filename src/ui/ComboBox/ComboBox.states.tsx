import { ComboBox } from './ComboBox.tsx';
import type { ComboBoxItem } from './match.ts';

const countries: ComboBoxItem[] = [
  { id: 'FR', name: 'France', code: 'FR' },
  { id: 'DE', name: 'Germany', code: 'DE', otherNames: ['Deutschland'] },
  { id: 'NL', name: 'Netherlands', code: 'NL', otherNames: ['Holland'] },
  { id: 'NE', name: 'Niger', code: 'NE' },
  { id: 'NG', name: 'Nigeria', code: 'NG' },
];

const onSelectionChange = () => undefined;
const country = { label: 'Country', items: countries, onSelectionChange };

export const states = {
  empty: () => <ComboBox {...country} selectedKey={null} isRequired autoComplete="country-name" />,
  chosen: () => <ComboBox {...country} selectedKey="DE" autoComplete="country-name" />,
  invalid: () => <ComboBox {...country} selectedKey={null} isRequired errorMessage="Country is required" />,
  unavailable: () => (
    <ComboBox
      label="Tax ID type"
      items={[]}
      selectedKey={null}
      onSelectionChange={onSelectionChange}
      unavailableReason="Choose a country first"
    />
  ),
  'read only': () => <ComboBox {...country} selectedKey="FR" isReadOnly />,
  'right to left': () => (
    <div dir="rtl">
      <ComboBox label="מדינה" items={countries} selectedKey="NL" onSelectionChange={onSelectionChange} />
    </div>
  ),
};
