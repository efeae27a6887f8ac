import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead, subscriptionsWrite } from './permissions.ts';

const organization = '/platform/organizations/{slug}' as const;
const budgets = '/platform/organizations/{slug}/billing/budgets' as const;

/** Budgets: what an organization means to spend, who gets alerts, and where charges stop. */
export const budgetCalls = {
  listBudgets: {
    method: 'GET',
    path: budgets,
    access: subscriptionsRead,
    params: 'SlugParams',
    success: 200,
    response: 'BudgetList',
  },
  createBudget: {
    method: 'POST',
    path: budgets,
    access: subscriptionsWrite,
    params: 'SlugParams',
    body: 'BudgetRequest',
    idempotent: true,
    alsoFails: [422, 429],
    finalLimits: ['too_many_changes'],
    success: 201,
    response: 'Budget',
  },
  updateBudget: {
    method: 'PUT',
    path: `${budgets}/{budget_id}`,
    access: subscriptionsWrite,
    params: 'BudgetParams',
    body: 'BudgetUpdate',
    alsoFails: [409, 422, 429],
    finalLimits: ['too_many_changes'],
    success: 200,
    response: 'Budget',
  },
  deleteBudget: {
    method: 'DELETE',
    path: `${budgets}/{budget_id}`,
    access: subscriptionsWrite,
    params: 'BudgetParams',
    success: 204,
  },
  getBudgetHistory: {
    method: 'GET',
    path: `${budgets}/{budget_id}/history`,
    access: subscriptionsRead,
    params: 'BudgetParams',
    success: 200,
    response: 'BudgetHistory',
  },
  getSpend: {
    method: 'GET',
    path: `${organization}/billing/spend`,
    access: subscriptionsRead,
    params: 'SlugParams',
    success: 200,
    response: 'Spend',
  },
  compareInvoice: {
    method: 'GET',
    path: `${organization}/billing/invoices/{invoice_id}/comparison`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    success: 200,
    response: 'InvoiceComparison',
  },
  compareUpcomingInvoice: {
    method: 'GET',
    path: `${organization}/billing/invoices/upcoming/comparison`,
    access: subscriptionsRead,
    params: 'SlugParams',
    success: 200,
    response: 'InvoiceComparison',
  },
  previewBudget: {
    method: 'POST',
    path: `${budgets}/preview`,
    access: subscriptionsRead,
    params: 'SlugParams',
    body: 'BudgetRequest',
    alsoFails: [422],
    success: 200,
    response: 'BudgetPreview',
  },
  priceItem: {
    method: 'POST',
    path: `${organization}/billing/price-tags`,
    access: subscriptionsRead,
    params: 'SlugParams',
    body: 'PriceTagRequest',
    alsoFails: [422],
    success: 200,
    response: 'PriceTag',
  },
} as const satisfies Record<string, CallDeclaration>;
