import type { RequiredPermission } from './declaration.ts';

// Permissions that calls require. The page checks them before it sends a request.

/** Permissions for plan, upcoming invoice, invoices, credits and spend cap. */
export const subscriptionsRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.subscriptions' };
export const subscriptionsWrite: RequiredPermission = { action: 'billing:Write', resource: 'stripe.subscriptions' };
/** Permissions for billing name, address and recipients. */
export const customerRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.customer' };
export const customerWrite: RequiredPermission = { action: 'billing:Write', resource: 'stripe.customer' };
export const taxIdsRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.tax_ids' };
export const paymentMethodsRead: RequiredPermission = { action: 'billing:Read', resource: 'stripe.payment_methods' };
export const paymentMethodsWrite: RequiredPermission = { action: 'billing:Write', resource: 'stripe.payment_methods' };
/** Permission to change the organization's name and email recipients. */
export const organizationUpdate: RequiredPermission = { action: 'write:Update', resource: 'organizations' };

export const billingResources = ['stripe.subscriptions', 'stripe.customer', 'stripe.tax_ids', 'stripe.payment_methods'] as const;

export const billingPermissions = (action: 'billing:Read' | 'billing:Write'): RequiredPermission[] =>
  billingResources.map((resource) => ({ action, resource }));

/** Scopes of a key. `read` permits every read except reading keys. */
export const adminScopes = ['organizations', 'usage', 'catalog', 'money', 'webhooks', 'read', 'keys'] as const;
export type AdminScope = (typeof adminScopes)[number];
