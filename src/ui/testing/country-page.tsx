import { screen } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import type { ComboBoxItem } from '#ui/ComboBox/match.ts';

const countries: ComboBoxItem[] = [
  { id: 'FR', name: 'France', code: 'FR' },
  { id: 'DE', name: 'Germany', code: 'DE', otherNames: ['Deutschland'] },
  { id: 'NL', name: 'Netherlands', code: 'NL', otherNames: ['Holland'] },
  { id: 'NE', name: 'Niger', code: 'NE' },
  { id: 'NG', name: 'Nigeria', code: 'NG' },
  { id: 'RE', name: 'Réunion', code: 'RE' },
  { id: 'LC', name: 'St. Lucia', code: 'LC' },
  { id: 'TT', name: 'Trinidad & Tobago', code: 'TT', otherNames: ['Iëre’s Isle'] },
];

/** Sets a size for the virtual list, because jsdom has no layout. */
export function mockListSize(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
}

export function CountryPage({ start = null }: { start?: string | null }) {
  const [selectedKey, setSelectedKey] = useState<string | null>(start);
  return (
    <>
      <ComboBox
        label="Country"
        name="country"
        items={countries}
        selectedKey={selectedKey}
        onSelectionChange={setSelectedKey}
        autoComplete="country-name"
      />
      <p>Chosen: {selectedKey ?? 'nothing'}</p>
      <button onClick={() => setSelectedKey('FR')}>Reset to France</button>
    </>
  );
}

export const chosenCountry = () => screen.getByText(/^Chosen:/).textContent?.replace('Chosen: ', '');
export const countryInput = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
export const shownOptions = () => screen.queryAllByRole('option').map((option) => option.firstElementChild?.textContent);
