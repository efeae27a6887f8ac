import { IntegrationError } from './integration-error.ts';
import { createStripe } from './stripe-object.ts';

/** This script defines `Stripe(publishableKey)`, for pages that load this script instead of Stripe's script. */

const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const base = new URL('.', source).pathname.replace(/\/$/, '');

function Stripe(publishableKey: unknown) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_test_')) {
    throw new IntegrationError('Please call Stripe() with a publishable key of the sandbox, which starts with pk_test_.');
  }
  return createStripe({ base, publishableKey });
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'sandbox' }) });
