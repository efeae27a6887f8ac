import type { SellerSetting } from '#server/database/settings.ts';
import { unprintableMessage } from '#server/domain/printing/unprintable-letters.ts';
import type { SettingValues } from './settings-schema.ts';
import { StartError } from '#server/start/start-error.ts';

const sellerNames = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_REGISTRATION', 'SELLER_VAT_NUMBER', 'INVOICE_SERIES'] as const;

const demoSeller: SellerSetting = {
  seller: {
    name: 'Groundwork Platforms, Inc.',
    address: ['1 Example Street', 'Springfield, DE 19900', 'United States'],
    registration: 'Delaware 0000000',
    vat_number: null,
    country: 'US',
    no_tax_reason: 'The seller is not registered for tax where the customer is.',
  },
  series: '',
};

/** Returns the reason for charging no VAT. By default, a seller without a VAT number states that it is not registered for VAT. */
const reasonOf = (vatNumber: string | null, statedReason: string | undefined): { no_tax_reason?: string } => {
  const reason = statedReason ?? (vatNumber === null ? 'The seller is not registered for VAT.' : undefined);
  return reason === undefined ? {} : { no_tax_reason: reason };
};

/** Returns country and VAT category for e-invoices. @throws {StartError} if a category other than `O` is set without a VAT number */
function eInvoicing(vatNumber: string | null, { SELLER_COUNTRY: country, SELLER_TAX_CATEGORY: category }: SettingValues) {
  if (vatNumber === null && category !== undefined && category !== 'O')
    throw new StartError('SELLER_TAX_CATEGORY needs a VAT number in SELLER_VAT_NUMBER, unless it is O.');
  return { ...(country === undefined ? {} : { country }), ...(category === undefined ? {} : { tax_category: category }) };
}

/** Returns the seller. The embedded mode uses the demo's seller by default. @throws {StartError} naming the first missing setting */
export function readSeller(values: SettingValues): SellerSetting {
  const isGiven = sellerNames.some((name) => values[name] !== undefined);
  if (values.MODE === 'embedded' && !isGiven) return demoSeller;
  const missing = sellerNames.find((name) => values[name] === undefined);
  const needs =
    values.MODE === 'production' ? 'must be given in production, for its invoices' : 'must be given with the rest of the seller';
  if (missing !== undefined) throw new StartError(`${missing} ${needs}.`);
  const {
    SELLER_NAME: name = '',
    SELLER_ADDRESS: address = [],
    SELLER_REGISTRATION: registration = '',
    INVOICE_SERIES: series = '',
  } = values;
  const { SELLER_VAT_NUMBER: statedNumber = 'none', SELLER_NO_TAX_REASON: reason } = values;
  const vatNumber = statedNumber === 'none' ? null : statedNumber;
  for (const [setting, text] of Object.entries({
    SELLER_NAME: name,
    SELLER_ADDRESS: address.join(' '),
    SELLER_REGISTRATION: registration,
    SELLER_NO_TAX_REASON: reason,
  })) {
    const message = unprintableMessage(text);
    if (message !== undefined) throw new StartError(`${setting}: ${message}`);
  }
  const invoicing = { ...reasonOf(vatNumber, reason), ...eInvoicing(vatNumber, values) };
  return { seller: { name, address, registration, vat_number: vatNumber, ...invoicing }, series };
}
