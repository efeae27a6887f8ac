import { Faults } from './faults.ts';
import { newId } from './ids.ts';
import { runJob } from './money/jobs.ts';
import type { EventRecord, WebhookEndpointRecord } from './records/events.ts';
import { compactObject } from './render.ts';
import { matchesType } from './resources/events.ts';
import type { AppendLog } from './store/append-log.ts';
import type { Delivery, Job, LogEntry, StoredAnswer } from './store/entries.ts';
import { GatewayState } from './store/state.ts';
import { Transaction, type Delays, type PageUrls } from './store/transaction.ts';

/** The server's clock: real time plus an offset that can be changed. */
export interface SandboxClock {
  nowMs: () => number;
}

export interface CoreSettings {
  log: AppendLog;
  salt: string;
  clock: SandboxClock;
  urls: PageUrls;
  delays: Delays;
  /** Real time in Unix milliseconds, used for deliveries and their retries. */
  realNowMs: () => number;
}

const reorderDelayMs = 1500;
const noRequest: EventRecord['request'] = { id: null, idempotency_key: null };

/** State, log and clock. `commit` changes the state in memory first; the response is sent when the change is on disk. */
export class GatewayCore {
  readonly state = new GatewayState();
  readonly faults = new Faults();
  readonly settings: CoreSettings;
  onDeliveries: () => void = () => {};
  private failure: Error | null = null;

  constructor(settings: CoreSettings) {
    this.settings = settings;
  }

  get nowMs(): number {
    return this.settings.clock.nowMs();
  }

  begin(request: EventRecord['request'] = noRequest, nowMs = this.nowMs): Transaction {
    if (this.failure) throw this.failure;
    const { urls, delays, salt } = this.settings;
    return new Transaction(this.state, { nowMs, request, urls, delays, salt, snapshot: compactObject });
  }

  commit(tx: Transaction, answer?: StoredAnswer): void {
    if (tx.isEmpty && answer === undefined) return;
    const deliveries = tx.events.flatMap((event) => this.deliveriesOf(event));
    this.write({ ...tx.toEntry(answer), ...(deliveries.length > 0 && { deliveries }) });
    if (deliveries.length > 0) this.onDeliveries();
  }

  updateDelivery(delivery: Delivery): void {
    this.write({ n: this.state.lastEntry + 1, atMs: this.nowMs, deliveries: [delivery] });
  }

  async durable(): Promise<void> {
    try {
      await this.settings.log.durable();
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      throw this.failure;
    }
  }

  /** Runs the jobs that are due by the sandbox clock, oldest first. Also runs due jobs that these jobs create. */
  runDueJobs(): void {
    for (let job = this.nextDueJob(); job; job = this.nextDueJob()) {
      const tx = this.begin(noRequest, job.dueAtMs);
      runJob(tx, job);
      this.commit(tx);
    }
  }

  private nextDueJob(): Job | null {
    const now = this.nowMs;
    let first: Job | null = null;
    for (const job of this.state.jobs.values()) {
      if (job.dueAtMs <= now && (first === null || job.dueAtMs < first.dueAtMs)) first = job;
    }
    return first;
  }

  private write(entry: LogEntry): void {
    this.settings.log.append(entry);
    this.state.apply(entry);
  }

  private deliveriesOf(event: EventRecord): Delivery[] {
    const wanted = this.state.all('webhook_endpoint').filter((endpoint) => receives(endpoint, event.type));
    if (wanted.length === 0) return [];
    const effect = this.faults.takeForEvent(event.type, matchesType)?.effect;
    const now = this.settings.realNowMs();
    return wanted.flatMap((endpoint) => {
      const delivery: Delivery = {
        id: newId('del'),
        event: event.id,
        endpoint: endpoint.id,
        status: effect === 'drop' ? 'dropped' : 'pending',
        attempts: 0,
        nextAttemptAtMs: effect === 'reorder' ? now + reorderDelayMs : now,
        lastAnswer: null,
      };
      return effect === 'duplicate' ? [delivery, { ...delivery, id: newId('del') }] : [delivery];
    });
  }
}

function receives(endpoint: WebhookEndpointRecord, type: string): boolean {
  return endpoint.status === 'enabled' && !endpoint.deleted && endpoint.enabled_events.some((pattern) => matchesType(pattern, type));
}
