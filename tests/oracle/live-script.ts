import { HistoryModel } from './history-model.ts';
import type { Script, ScriptStep } from './history-script.ts';
import { standingRecords } from './history-oracle.ts';
import type { LivedHistory, LivedRecord } from './lived-history.ts';

const DAY = 86_400;
/** Pause after the last step. All late usage is invoiced during this pause. */
const QUIET_SECONDS = 75 * DAY;

const INSTANTS = new Set(['EGRESS', 'FUNCTION_INVOCATIONS', 'REALTIME_PEAK_CONNECTIONS', 'LOG_DRAIN_EVENTS']);

const pickFrom = <T>(from: readonly T[], pick: number): T | undefined => from[pick % Math.max(1, from.length)];

function recordOf(step: ScriptStep & { act: 'use' }, id: string, nowSeconds: number): LivedRecord {
  const fromSeconds = nowSeconds - step.agoSeconds;
  const untilSeconds = INSTANTS.has(step.metric) ? fromSeconds : Math.min(nowSeconds, fromSeconds + step.lengthSeconds);
  return {
    id,
    projectRef: step.projectRef,
    metric: step.metric,
    kind: 'primary',
    resourceId: step.projectRef,
    fromSeconds,
    untilSeconds,
    quantity: step.quantity,
    heardAtSeconds: nowSeconds,
  };
}

function perform(model: HistoryModel, step: ScriptStep, id: string): void {
  const { books, returns, periods, nowSeconds } = model;
  switch (step.act) {
    case 'use': {
      const record = recordOf(step, id, nowSeconds);
      if (INSTANTS.has(step.metric) || record.untilSeconds > record.fromSeconds) periods.report(record, nowSeconds);
      return;
    }
    case 'correct': {
      const before = pickFrom(standingRecords(periods.records), step.pick);
      if (before)
        periods.report(
          {
            ...before,
            id,
            quantity: Math.floor((before.quantity * step.halves) / 2),
            heardAtSeconds: nowSeconds,
            replaces: before.id,
          },
          nowSeconds,
        );
      return;
    }
    case 'quote':
      return model.quote(step.tier);
    case 'change':
      return void model.change(step.tier, step.payer);
    case 'limit':
      return periods.limit(step.cents, nowSeconds);
    case 'outage':
      return periods.endOutage(nowSeconds + step.lengthSeconds);
    case 'top_up':
      return books.topUp(nowSeconds, step.cents);
    case 'goodwill':
      return books.giveCredit(nowSeconds, step.cents);
    case 'refund': {
      const payment = pickFrom(books.payments, step.pick);
      if (payment) returns.refund(payment, Math.floor((payment.amountCents * step.share) / 4), nowSeconds, step.share === 4);
      return;
    }
    case 'dispute': {
      const payment = pickFrom(books.payments, step.pick);
      if (payment) returns.openDispute(payment, nowSeconds);
      return;
    }
    case 'pay':
    case 'forgive': {
      const unpaid = books.invoices.filter(({ status }) => ['open', 'issued', 'uncollectible'].includes(status));
      const invoice = pickFrom(unpaid, step.pick);
      if (!invoice) return;
      if (step.act === 'pay') books.payInvoice(invoice, nowSeconds);
      else books.giveUp(invoice, 'void');
      return;
    }
    case 'verdict':
      return returns.closeDispute(step.won, nowSeconds);
    case 'card':
      books.cardWorks = step.works;
  }
}

export function liveScript(script: Script): LivedHistory {
  const model = new HistoryModel(script);
  for (const [index, step] of script.steps.entries()) {
    model.passTo(model.nowSeconds + step.waitSeconds);
    perform(model, step, `r${index}`);
  }
  model.passTo(model.nowSeconds + QUIET_SECONDS);
  return model.lived();
}
