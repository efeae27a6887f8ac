import { readPriceTag } from '#server/billing/price-tags/read-price-tag.ts';
import { DomainError } from '#server/domain/errors.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Handler } from './handler.ts';

export const priceItem: Handler<'priceItem'> = async ({ body }, { db, organization, nowSeconds }) => {
  try {
    return { data: await readPriceTag(db, organization.id, body, nowSeconds) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { field, message } = error;
    throw new PlatformError('rule_violated', `${field}: ${message}`, { fields: [{ path: `body.${field}`, message }] });
  }
};
