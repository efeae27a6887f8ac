import type { AnyRecord, ObjectName, RecordTypes } from '#sandbox/records/record-types.ts';
import type { Delivery, Job, LogEntry, MoneyEntry, StoredAnswer } from './entries.ts';

type Tables = { [Name in ObjectName]: Map<string, RecordTypes[Name]> };

export const answerLifeMs = 24 * 60 * 60 * 1000;
const keptDeliveries = 500;

/** The gateway's state, rebuilt from the log. Only `apply` changes the state, so replaying the log gives the same state. */
export class GatewayState {
  readonly tables: Tables = {
    customer: new Map(),
    payment_method: new Map(),
    payment_intent: new Map(),
    setup_intent: new Map(),
    setup_attempt: new Map(),
    charge: new Map(),
    balance_transaction: new Map(),
    refund: new Map(),
    dispute: new Map(),
    'radar.early_fraud_warning': new Map(),
    'checkout.session': new Map(),
    tax_id: new Map(),
    webhook_endpoint: new Map(),
    challenge: new Map(),
    event: new Map(),
  };
  readonly jobs = new Map<string, Job>();
  readonly answers = new Map<string, StoredAnswer>();
  readonly deliveries = new Map<string, Delivery>();
  readonly money: MoneyEntry[] = [];
  lastEntry = 0;

  apply(entry: LogEntry): void {
    if (entry.n !== this.lastEntry + 1) throw new Error(`The sandbox gateway's log jumps from entry ${this.lastEntry} to ${entry.n}.`);
    this.lastEntry = entry.n;
    for (const record of entry.puts ?? []) this.table(record.object).set(record.id, record);
    if (entry.money) this.money.push(...entry.money);
    for (const job of entry.jobs ?? []) this.jobs.set(job.id, job);
    for (const id of entry.doneJobs ?? []) this.jobs.delete(id);
    if (entry.answer) this.answers.set(entry.answer.key, entry.answer);
    for (const delivery of entry.deliveries ?? []) this.deliveries.set(delivery.id, delivery);
    this.forgetOld(entry.atMs);
  }

  get<Name extends ObjectName>(name: Name, id: string): RecordTypes[Name] | undefined {
    return this.tables[name].get(id);
  }

  all<Name extends ObjectName>(name: Name): RecordTypes[Name][] {
    return [...this.tables[name].values()];
  }

  private table(name: ObjectName): Map<string, AnyRecord> {
    return this.tables[name];
  }

  private forgetOld(nowMs: number): void {
    // Both maps keep the insertion order, so the oldest entries come first.
    for (const [key, answer] of this.answers) {
      if (answer.atMs + answerLifeMs > nowMs) break;
      this.answers.delete(key);
    }
    for (const [id, delivery] of this.deliveries) {
      if (this.deliveries.size <= keptDeliveries) break;
      if (delivery.status !== 'pending') this.deliveries.delete(id);
    }
  }
}
