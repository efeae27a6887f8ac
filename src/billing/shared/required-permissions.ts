import type { RequiredPermission } from '#contract/declaration.ts';

/** Plan, upcoming invoice, invoices, credits and spend cap. */
export const subscriptionsRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.subscriptions' };
export const subscriptionsWrite: RequiredPermission = { action: 'billing:Write', resource: 'stripe.subscriptions' };
/** Billing name, address and recipients. */
export const customerRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.customer' };
export const customerWrite: RequiredPermission = { action: 'billing:Write', resource: 'stripe.customer' };
export const taxIdsRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.tax_ids' };
export const paymentMethodsRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.payment_methods' };
export const paymentMethodsWrite: RequiredPermission = { action: 'billing:Write', resource: 'stripe.payment_methods' };
/** The organization itself: its name and whom its bills go to. */
export const organizationUpdate: RequiredPermission = { action: 'write:Update', resource: 'organizations' };
