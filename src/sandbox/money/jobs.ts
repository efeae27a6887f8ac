import { declineReasons } from '#sandbox/cards/declines.ts';
import { cardById } from '#sandbox/cards/find-card.ts';
import type { Job } from '#sandbox/store/entries.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { settlePayment } from './confirm-payment.ts';
import { afterCharge } from './disputes.ts';
import { settleRefund } from './refunds.ts';
import { expireSession } from './session-state.ts';
import { verifyTaxId } from './tax-ids.ts';

export function runJob(tx: Transaction, job: Job): void {
  tx.finishJob(job.id);
  switch (job.kind) {
    case 'settle_charge': {
      const charge = tx.get('charge', job.target);
      const intent = charge && tx.get('payment_intent', charge.payment_intent);
      if (charge && intent)
        settlePayment(tx, intent, cardById(charge._.behaviour).settles === 'later_fails' ? declineReasons.generic : null);
      return;
    }
    case 'settle_refund': {
      const refund = tx.get('refund', job.target);
      if (refund) settleRefund(tx, refund);
      return;
    }
    case 'after_charge': {
      const charge = tx.get('charge', job.target);
      if (charge) afterCharge(tx, charge);
      return;
    }
    case 'verify_tax_id': {
      const taxId = tx.get('tax_id', job.target);
      if (taxId) verifyTaxId(tx, taxId);
      return;
    }
    case 'expire_session': {
      const session = tx.get('checkout.session', job.target);
      if (session?.status === 'open') expireSession(tx, session);
    }
  }
}
