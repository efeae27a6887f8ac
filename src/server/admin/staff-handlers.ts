import type { AdminHandler } from './admin-handler.ts';
import { goodwillCredit, invoiceCreditNote } from './credit-acts.ts';
import { forgiveAct, retryAct, writeOffAct } from './invoice-acts.ts';
import { planChangeAct } from './plan-change-act.ts';
import { refundAct } from './refund-act.ts';
import { doStaffAction } from './staff-action.ts';

export const grantCredit: AdminHandler<'grantCredit'> = ({ params, body }, parts) =>
  doStaffAction(goodwillCredit, params.slug, body, parts);

export const forgiveInvoice: AdminHandler<'forgiveInvoice'> = ({ params, body }, parts) =>
  doStaffAction(forgiveAct, params.invoice_id, body, parts);

export const writeOffInvoice: AdminHandler<'writeOffInvoice'> = ({ params, body }, parts) =>
  doStaffAction(writeOffAct, params.invoice_id, body, parts);

export const retryInvoice: AdminHandler<'retryInvoice'> = ({ params, body }, parts) =>
  doStaffAction(retryAct, params.invoice_id, body, parts);

export const creditInvoice: AdminHandler<'creditInvoice'> = ({ params, body }, parts) =>
  doStaffAction(invoiceCreditNote, params.invoice_id, body, parts);

export const refundPayment: AdminHandler<'refundPayment'> = ({ params, body }, parts) =>
  doStaffAction(refundAct, params.payment_id, body, parts);

export const changePlanByStaff: AdminHandler<'changePlanByStaff'> = ({ params, body }, parts) =>
  doStaffAction(planChangeAct, params.slug, body, parts);
