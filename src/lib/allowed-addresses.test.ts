import { expect, it } from 'vitest';
import { mayLeadTo } from './allowed-addresses.ts';

const pageOrigin = 'https://billing.example';

it.each([
  ['https://checkout.stripe.com/c/pay/cs_test_1', 'payment'],
  ['https://pay.stripe.com/invoice/acct_1/pdf?s=ap', 'document'],
  ['https://billing.example/platform/organizations/a/billing/invoices/in_1/pdf', 'document'],
  ['https://billing.example/sandbox/checkout/cs_1', 'payment'],
  ['https://api.example/files/1.pdf', 'document'],
] as const)('leads to %s for a %s', (address, purpose) => {
  expect(mayLeadTo(address, purpose, pageOrigin, 'https://api.example/v1')).toBe(true);
});

it.each([
  ['', 'payment'],
  ['/relative', 'payment'],
  ['javascript:alert(1)', 'payment'],
  ['data:application/pdf,x', 'document'],
  ['blob:https://billing.example/1', 'document'],
  ['http://checkout.stripe.com/c/pay/cs_test_1', 'payment'],
  ['http://billing.example/x', 'payment'],
  ['https://checkout.stripe.com.evil.example/', 'payment'],
  ['https://evil.example/checkout.stripe.com', 'payment'],
  ['https://checkout.stripe.com:8443/', 'payment'],
  ['https://checkout.stripe.com@evil.example/', 'payment'],
  ['https://user:word@checkout.stripe.com/', 'payment'],
  ['https://invoice.stripe.com/i/1', 'payment'],
  ['https://checkout.stripe.com/c/pay', 'document'],
  ['https://billing.example:444/', 'document'],
  ['//checkout.stripe.com/', 'payment'],
] as const)('does not lead to %s for a %s', (address, purpose) => {
  expect(mayLeadTo(address, purpose, pageOrigin, 'https://api.example/v1')).toBe(false);
});

it('leads to no other origin where page and platform share one', () => {
  expect(mayLeadTo('https://api.example/x', 'document', pageOrigin, '')).toBe(false);
});

it('leads to a page of its own without https, as on the own machine', () => {
  expect(mayLeadTo('http://127.0.0.1:4310/sandbox/checkout/1', 'payment', 'http://127.0.0.1:4310', '')).toBe(true);
});
