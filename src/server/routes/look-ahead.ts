import { readPriceTag } from '#server/billing/price-tags/read-price-tag.ts';
import { DomainError } from '#server/domain/errors.ts';
import { readForecast } from '#server/payments/forecast.ts';
import { PlatformError } from '#server/platform-error.ts';
import { budgetsOf } from '#server/store/budgets.ts';
import type { Handler } from './handler.ts';

const usualCycles = 3;
const rateWithLimit = "can't be rate while a spending limit is set";

/** Kinds of forecast events that tokens may not read: emails, and attempts to charge, which show whether a card will pay. */
const hiddenFromTokens: ReadonlySet<string> = new Set(['email', 'attempt']);

export const getForecast: Handler<'getForecast'> = async ({ query }, { db, organization, paymentContext, token, nowSeconds }) => {
  const { cycles = usualCycles, assume = 'none' } = query;
  // The forecast option `rate` contains no times of usage, so the forecast cannot show when a limit stops charges.
  if (assume === 'rate' && (await budgetsOf(db, organization.id)).some(({ atLimit }) => atLimit === 'stop'))
    throw new PlatformError('rule_violated', `assume: ${rateWithLimit}`, { fields: [{ path: 'query.assume', message: rateWithLimit }] });
  const forecast = await readForecast(paymentContext, { organizationId: organization.id, cycles, assume, nowSeconds });
  const { untilSeconds } = forecast;
  const events = token ? forecast.events.filter(({ kind }) => !hiddenFromTokens.has(kind)) : forecast.events;
  return {
    data: {
      until: untilSeconds,
      events: events.map((event) => {
        if (event.kind === 'invoice')
          return { at: event.at, kind: event.kind, subtotal_cents: event.subtotalCents, amount_due_cents: event.dueCents };
        return event.kind === 'attempt'
          ? { at: event.at, kind: event.kind, amount_cents: event.amountCents, succeeds: event.succeeds }
          : event;
      }),
    },
  };
};

export const priceItem: Handler<'priceItem'> = async ({ body }, { db, organization, nowSeconds }) => {
  try {
    return { data: await readPriceTag(db, organization.id, body, nowSeconds) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { field, message } = error;
    throw new PlatformError('rule_violated', `${field}: ${message}`, { fields: [{ path: `body.${field}`, message }] });
  }
};
