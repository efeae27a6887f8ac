import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { uiTexts } from '#ui/texts.ts';
import { toRequest, valuesOf, type AddressValues, type DetailsRequest } from './address.form.ts';
import { AddressFields } from './AddressFields.tsx';
import { TaxIdFields } from './TaxIdFields.tsx';
import { useAddressForm } from './use-address-form.ts';

// jsdom renders a list of all countries slowly.
vi.setConfig({ testTimeout: 30_000 });

// Gives the virtual list a size, which jsdom lacks.
beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
});

interface PageProps {
  start?: AddressValues;
  onSend?: (request: DetailsRequest) => void;
  refusal?: { path: string; message: string };
  isReadOnly?: boolean;
}

function Page({ start = valuesOf({}), onSend, refusal, isReadOnly = false }: PageProps) {
  const form = useAddressForm('details', start);
  const submit = async () => {
    const values = await form.check();
    if (values) onSend?.(toRequest(values));
  };
  return (
    <>
      <Announcer />
      <Form
        aria-label="Details"
        faultsTitle="There is a problem"
        faults={form.faults}
        failedAttempts={form.failedAttempts}
        onSubmit={() => void submit()}
      >
        <AddressFields form={form} />
        <TaxIdFields form={form} isReadOnly={isReadOnly} />
        <Button type="submit">Save</Button>
      </Form>
      <p>{form.isChanged ? 'changed' : 'unchanged'}</p>
      <button onClick={() => refusal && form.refuse([refusal])}>Refuse</button>
      <button onClick={() => form.startFrom(start)}>Start over</button>
    </>
  );
}

const munich = valuesOf({
  billing_name: 'Stadtwerke',
  address: { line1: 'Lagerhausstraße 12', line2: null, city: 'München', state: null, postal_code: '81371', country: 'DE' },
  tax_id: { type: 'eu_vat', value: 'DE123456789', country: 'DE' },
});
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(.*)?$`), { selector: 'input' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function chooseCountry(typed: string) {
  await userEvent.clear(field('Country'));
  await userEvent.type(field('Country'), `${typed}{Enter}`);
}

it('has labels, autocomplete tokens and the order of the specification', () => {
  const { container } = render(<Page />);
  const inputs = [...container.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
  expect(inputs.map((input) => input.autocomplete)).toEqual([
    'organization',
    'address-line1',
    'address-line2',
    'country',
    'postal-code',
    'address-level2',
    'address-level1',
    'off',
    'off',
  ]);
  expect(inputs.every((input) => input.labels?.length === 1)).toBe(true);
});

it('leads through a summary of all faults, in the order of the fields, and takes each back as it is mended', async () => {
  const onSend = vi.fn();
  render(<Page onSend={onSend} />);
  await press('Save');
  const summary = await screen.findByRole('group', { name: 'There is a problem' });
  expect(document.activeElement).toBe(summary);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Name must be at least 3 letters long',
    'Address line 1 is required',
    'Country is required',
    'Postal code is required',
    'City is required',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'City is required' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'City', description: 'City is required' }));
  await userEvent.keyboard('Ur');
  expect(screen.queryByRole('link', { name: 'City is required' })).toBeNull();
  await userEvent.type(field('Name'), 'Ada Lovelace');
  await userEvent.type(field('Address line 1'), '12 Main Street');
  await userEvent.type(field('Postal code'), '1010');
  await chooseCountry('Österreich');
  await press('Save');
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(onSend.mock.calls[0]?.[0]).toMatchObject({ billing_name: 'Ada Lovelace', address: { country: 'AT' }, tax_id: null });
});

it('clears a tax ID of another country, says so, and brings it back with its country', async () => {
  render(<Page start={munich} />);
  await chooseCountry('France');
  expect([field('Tax ID type').value, field('Tax ID').value]).toEqual(['', '']);
  expect(screen.getByRole('combobox', { description: 'Tax ID type cleared, not used in France' })).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Tax ID type cleared, not used in France').length).toBe(2));
  await chooseCountry('Germany');
  expect([field('Tax ID type').value, field('Tax ID').value]).toEqual(['Germany - VAT number', 'DE123456789']);
  expect(screen.getByText('unchanged')).toBeTruthy();
});

it('clears a state of another country, says so in one message with the tax ID, and brings it back with its country', async () => {
  render(<Page start={{ ...munich, state: 'Bayern' }} />);
  await chooseCountry('France');
  const words = 'State / Province cleared, the country is now France';
  expect(field('State / Province').value).toBe('');
  expect(screen.getByRole('textbox', { name: /^State/, description: words })).toBeTruthy();
  await waitFor(() => expect(announcedMessages().polite).toEqual([`Tax ID type cleared, not used in France. ${words}`]));
  await userEvent.type(field('State / Province'), 'Bretagne');
  expect(screen.queryByText(words)).toBeNull();
  await chooseCountry('Germany');
  expect(field('State / Province').value).toBe('Bayern');
});

it('keeps a state that was typed before any country', async () => {
  render(<Page />);
  await userEvent.type(field('State / Province'), 'Tirol');
  await chooseCountry('Österreich');
  expect(field('State / Province').value).toBe('Tirol');
});

it('offers the kinds of the country, clears the value with the kind, and shows what is saved', async () => {
  const onSend = vi.fn();
  render(<Page start={munich} onSend={onSend} />);
  await chooseCountry('United Kingdom');
  await userEvent.type(field('Tax ID type'), 'northern{Enter}');
  expect(field('Tax ID type').value).toBe('United Kingdom - VAT number (Northern Ireland)');
  await userEvent.type(field('Tax ID'), '123456789');
  expect(await screen.findByText('For example XI123456789. Will be saved as XI123456789.')).toBeTruthy();
  await press('Save');
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(onSend.mock.calls[0]?.[0].tax_id).toEqual({ type: 'eu_vat', value: 'XI123456789', country: 'GB' });
  await userEvent.clear(field('Tax ID type'));
  expect(field('Tax ID').value).toBe('');
  expect(field('Tax ID').readOnly).toBe(true);
});

it('asks once about the prefix of another country, and then saves the number with its own', async () => {
  const onSend = vi.fn();
  render(<Page start={{ ...munich, country: 'FR', tax_id_kind: 'FR eu_vat', tax_id_value: '' }} onSend={onSend} />);
  const question = 'DE is the prefix of Germany. If this is your number in France, submit again. It will be saved as FRDE123456789.';
  await userEvent.type(field('Tax ID'), 'DE123456789');
  await press('Save');
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('link', { name: question }));
  expect(document.activeElement).toBe(field('Tax ID'));
  await press('Save');
  expect(onSend.mock.calls.map(([request]) => request.tax_id)).toEqual([{ type: 'eu_vat', value: 'FRDE123456789', country: 'FR' }]);
  await userEvent.type(field('Tax ID'), '{Backspace}8');
  await press('Save');
  expect(await screen.findByRole('link', { name: question.replace('6789', '6788') })).toBeTruthy();
  expect(onSend).toHaveBeenCalledTimes(1);
});

it('offers the tax IDs of France in Monaco', async () => {
  const onSend = vi.fn();
  render(<Page start={{ ...munich, tax_id_kind: '', tax_id_value: '' }} onSend={onSend} />);
  await chooseCountry('Monaco');
  await userEvent.type(field('Tax ID type'), 'vat{Enter}');
  expect(field('Tax ID type').value).toBe('France - VAT number');
  await userEvent.type(field('Tax ID'), '12345678901');
  await press('Save');
  expect(onSend.mock.calls.map(([request]) => request.tax_id)).toEqual([{ type: 'eu_vat', value: 'FR12345678901', country: 'FR' }]);
});

it('shows a stored kind that it does not know, and removes it on request', async () => {
  render(<Page start={{ ...munich, tax_id_kind: 'DE zz_new', tax_id_value: '99' }} />);
  expect(field('Tax ID type').value).toBe('Germany - zz_new');
  expect(field('Tax ID').value).toBe('99');
  await press('Remove tax ID');
  expect([field('Tax ID type').value, field('Tax ID').value]).toEqual(['', '']);
  expect(screen.getByRole('button', { name: 'Remove tax ID', description: 'There is no tax ID to remove.' })).toBe(document.activeElement);
});

it('says why a tax ID can not be removed while the form is sent', async () => {
  render(<Page start={munich} isReadOnly />);
  const remove = screen.getByRole('button', { name: 'Remove tax ID', description: uiTexts.busyReason });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(remove);
  expect(field('Tax ID').value).toBe('DE123456789');
  expect(announcedMessages().polite).toEqual([uiTexts.busyReason]);
});

it('does not interrupt who types with what comes up meanwhile', async () => {
  render(<Page start={munich} />);
  await userEvent.clear(field('City'));
  await press('Save');
  const summary = await screen.findByRole('group', { name: 'There is a problem' });
  const summaryText = summary.textContent;
  await userEvent.clear(field('Name'));
  await userEvent.type(field('Name'), 'A');
  expect(screen.getByRole('textbox', { name: /^Name/, description: 'Name must be at least 3 letters long' })).toBeTruthy();
  expect(summary.textContent).toBe(summaryText);
  await press('Save');
  expect(screen.getByRole('link', { name: 'Name must be at least 3 letters long' })).toBeTruthy();
});

it('asks for the country first', () => {
  render(<Page />);
  expect(screen.getByRole('combobox', { name: /^Tax ID type/, description: 'Choose a country first' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Tax ID', description: 'Choose a tax ID type first' })).toBeTruthy();
});

it("puts the platform's refusal at its field until that changes, and sends again", async () => {
  const onSend = vi.fn();
  render(<Page start={munich} onSend={onSend} refusal={{ path: 'body.tax_id.value', message: 'Invalid value for eu_vat.' }} />);
  await press('Save');
  await press('Refuse');
  expect(document.activeElement).toBe(await screen.findByRole('group', { name: 'There is a problem' }));
  expect(screen.getByRole('link', { name: 'Invalid value for eu_vat.' })).toBeTruthy();
  await press('Save');
  expect(onSend).toHaveBeenCalledTimes(2);
  await press('Refuse');
  await userEvent.type(field('Tax ID'), '9');
  expect(screen.queryByRole('link', { name: 'Invalid value for eu_vat.' })).toBeNull();
});

it('begins anew with other values', async () => {
  render(<Page start={munich} />);
  await userEvent.clear(field('City'));
  await press('Save');
  expect(screen.getByText('changed')).toBeTruthy();
  await press('Start over');
  expect(field('City').value).toBe('München');
  expect(screen.queryByRole('group', { name: 'There is a problem' })).toBeNull();
  expect(screen.getByText('unchanged')).toBeTruthy();
});
