import type { Address, Metadata, RecordFields } from './values.ts';

export interface CustomerRecord extends RecordFields<'customer'> {
  email: string | null;
  name: string | null;
  description: string | null;
  phone: string | null;
  address: Address | null;
  metadata: Metadata;
  preferred_locales: string[];
  tax_exempt: string;
  invoice_prefix: string;
  invoice_settings: { custom_fields: null; default_payment_method: string | null; footer: null; rendering_options: null };
  deleted?: true;
}

export interface TaxIdRecord extends RecordFields<'tax_id'> {
  country: string | null;
  customer: string;
  type: string;
  value: string;
  verification: {
    status: 'pending' | 'verified' | 'unverified' | 'unavailable';
    verified_address: string | null;
    verified_name: string | null;
  };
  deleted?: true;
}
