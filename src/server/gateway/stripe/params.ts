import type Stripe from 'stripe';
import type { Metadata } from '#server/gateway/gateway-objects.ts';
import type { CustomerInput } from '#server/gateway/gateway.ts';

export function metadataQuery(metadata: Metadata): string {
  const quote = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  return Object.entries(metadata)
    .map(([key, value]) => `metadata[${quote(key)}]:${quote(value)}`)
    .join(' AND ');
}

export function customerParams({
  email,
  name,
  description,
  address,
  metadata,
}: CustomerInput): Stripe.CustomerUpdateParams & Stripe.CustomerCreateParams {
  return {
    ...(email !== undefined && { email: email ?? '' }),
    ...(name !== undefined && { name: name ?? '' }),
    ...(description !== undefined && { description }),
    ...(address !== undefined && { address: address === null ? '' : addressParams(address) }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
  };
}

function addressParams({ line1, line2, city, state, postalCode, country }: NonNullable<CustomerInput['address']>): Stripe.AddressParam {
  return { line1, line2: line2 ?? '', city: city ?? '', state: state ?? '', postal_code: postalCode ?? '', country };
}
