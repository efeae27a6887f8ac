import { z } from 'zod';
import type { GatewayCustomer, GatewayTaxId } from '#server/gateway/gateway-objects.ts';
import { metadataField, textOrNull } from './fields.ts';

export const toCustomer = z
  .looseObject({
    object: z.literal('customer'),
    id: z.string(),
    deleted: z.literal(false).optional(),
    email: textOrNull,
    name: textOrNull,
    metadata: metadataField,
  })
  .transform(({ id, email, name, metadata: values }): GatewayCustomer => ({ id, email, name, metadata: values }));

export const deletedCustomer = z
  .looseObject({ object: z.literal('customer'), id: z.string(), deleted: z.literal(true) })
  .transform(({ id }) => ({ id, deleted: true as const }));

/** For a deleted customer, the gateway returns an object without data. */
export const customerOrDeleted = z.union([deletedCustomer, toCustomer]);

export const taxId = z
  .looseObject({
    object: z.literal('tax_id'),
    id: z.string(),
    type: z.string(),
    value: z.string(),
    country: textOrNull,
    verification: z.looseObject({ status: z.enum(['pending', 'verified', 'unverified', 'unavailable']) }).nullish(),
  })
  .transform(({ id, type, value, country, verification }): GatewayTaxId => ({
    id,
    type,
    value,
    country,
    verification: verification?.status ?? 'unavailable',
  }));

export const deletedTaxId = z
  .looseObject({ object: z.literal('tax_id'), id: z.string(), deleted: z.literal(true) })
  .transform(({ id }) => ({ id }));
