export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Metadata = Record<string, string>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface BillingDetails {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: string | null;
}

export interface RecordFields<Name extends string> {
  object: Name;
  id: string;
  /** Time of creation in Unix seconds on the sandbox clock. */
  created: number;
}
