import { newId } from '#sandbox/ids.ts';
import type { EventRecord } from '#sandbox/records/events.ts';
import type { AnyRecord, ObjectName, RecordTypes } from '#sandbox/records/record-types.ts';
import type { Json } from '#sandbox/records/values.ts';
import type { Job, LogEntry, MoneyEntry, StoredAnswer } from './entries.ts';
import type { GatewayState } from './state.ts';

export interface PageUrls {
  /** Returns a path without an origin, because the browser script resolves the path against the page's URL. */
  challengePath: (id: string, secret: string) => string;
  challenge: (id: string, secret: string) => string;
  checkout: (sessionId: string) => string;
}

export interface TransactionContext {
  nowMs: number;
  urls: PageUrls;
  /** Delays before automatic events, in milliseconds of the sandbox clock. */
  delays: Delays;
  salt: string;
  request: EventRecord['request'];
  /** Events store only these fields. */
  snapshot: (record: AnyRecord, transaction: Transaction) => { [key: string]: Json };
}

export interface Delays {
  processingMs: number;
  refundMs: number;
  disputeMs: number;
  taxIdMs: number;
}

/** All changes of one request or job, which are kept or dropped together. Reads of the transaction include these changes. */
export class Transaction {
  readonly nowMs: number;
  readonly urls: PageUrls;
  readonly delays: Delays;
  readonly salt: string;
  private readonly state: GatewayState;
  private readonly context: TransactionContext;
  private readonly changed = new Map<string, AnyRecord>();
  private readonly newEvents: EventRecord[] = [];
  private readonly newMoney: MoneyEntry[] = [];
  private readonly newJobs: Job[] = [];
  private readonly doneJobs: string[] = [];
  private lost = false;

  constructor(state: GatewayState, context: TransactionContext) {
    this.state = state;
    this.context = context;
    this.nowMs = context.nowMs;
    this.urls = context.urls;
    this.delays = context.delays;
    this.salt = context.salt;
  }

  get nowSeconds(): number {
    return Math.floor(this.nowMs / 1000);
  }

  get<Name extends ObjectName>(name: Name, id: string): RecordTypes[Name] | undefined {
    const changed = this.changed.get(`${name}:${id}`);
    return changed === undefined ? this.state.get(name, id) : (changed as RecordTypes[Name]);
  }

  /** Returns all records in the order of creation. Records of this transaction come last. */
  all<Name extends ObjectName>(name: Name): RecordTypes[Name][] {
    const known = this.state.all(name).map((record) => this.get(name, record.id) ?? record);
    const added = [...this.changed.values()].filter((record) => record.object === name && !this.state.get(name, record.id));
    return [...known, ...(added as RecordTypes[Name][])];
  }

  put<Name extends ObjectName>(record: RecordTypes[Name]): RecordTypes[Name] {
    this.changed.set(`${record.object}:${record.id}`, record);
    return record;
  }

  /** Adds an event that contains the record. If `before` is given, the event also has the previous values of changed fields. */
  emit(type: string, record: AnyRecord, before?: AnyRecord): void {
    const snapshot = this.context.snapshot(record, this);
    this.newEvents.push({
      object: 'event',
      id: newId('evt'),
      created: this.nowSeconds,
      type,
      snapshot,
      previous: before ? difference(this.context.snapshot(before, this), snapshot) : null,
      request: this.context.request,
    });
  }

  addMoney(entry: Omit<MoneyEntry, 'atMs'>): void {
    this.newMoney.push({ atMs: this.nowMs, ...entry });
  }

  schedule(kind: Job['kind'], target: string, dueAtMs: number): void {
    this.newJobs.push({ id: newId('job'), kind, dueAtMs, target });
  }

  /** Keeps the changes, but prevents the server from sending the response. */
  loseAnswer(): void {
    this.lost = true;
  }

  get answerIsLost(): boolean {
    return this.lost;
  }

  finishJob(id: string): void {
    this.doneJobs.push(id);
  }

  pendingDeliveries(eventId: string): number {
    let count = 0;
    for (const delivery of this.state.deliveries.values()) if (delivery.event === eventId && delivery.status === 'pending') count += 1;
    return count;
  }

  get events(): readonly EventRecord[] {
    return this.newEvents;
  }

  get isEmpty(): boolean {
    return (
      this.changed.size === 0 &&
      this.newEvents.length === 0 &&
      this.newMoney.length === 0 &&
      this.newJobs.length === 0 &&
      this.doneJobs.length === 0
    );
  }

  toEntry(answer?: StoredAnswer): LogEntry {
    const puts: AnyRecord[] = [...this.changed.values(), ...this.newEvents];
    return {
      n: this.state.lastEntry + 1,
      atMs: this.nowMs,
      ...(puts.length > 0 && { puts }),
      ...(this.newMoney.length > 0 && { money: this.newMoney }),
      ...(this.newJobs.length > 0 && { jobs: this.newJobs }),
      ...(this.doneJobs.length > 0 && { doneJobs: this.doneJobs }),
      ...(answer && { answer }),
    };
  }
}

function difference(before: { [key: string]: Json }, after: { [key: string]: Json }): { [key: string]: Json } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed.map((key) => [key, before[key] ?? null]));
}
