/** A limit that applies to a request. All requests with the same `name` share the `most` units of the limit. */
export interface Claim {
  readonly name: string;
  readonly most: number;
}

export interface Share {
  /** Group whose requests wait in one queue, such as an organization. */
  readonly group: string;
  readonly claims: readonly Claim[];
  readonly weight: number;
  /** True if the request computes on the main thread, where concurrent requests slow down each other. */
  readonly isHeavy: boolean;
}

export interface QueueLimits {
  /** Maximum number of waiting requests per group. */
  readonly mostWaiting: number;
  readonly waitMs: number;
  /** Maximum number of heavy requests. A group without a running heavy request may exceed it, so that no group blocks another group. */
  readonly mostHeavy: number;
}

export type Outcome = 'turn' | 'busy';

export interface Ticket {
  readonly share: Share;
  readonly deadlineMs: number;
  state: 'waiting' | 'under way' | 'computed' | 'left';
  readonly settle: (outcome: Outcome) => void;
}

const heavy = 'heavy';

/**
 * Round-robin queues of groups. If a request waits for a limit, a later request of its queue may start first, unless it needs the same
 * limit.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Queues by group. The first queue in the map is served next. */
  readonly #lines = new Map<string, Ticket[]>();
  readonly #units = new Map<string, number>();
  readonly #heavy = new Map<string, number>();
  #heavyCount = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Adds a request. @param settle called once, when the request starts or times out @returns null if the queue of its group is full */
  enter(share: Share, nowMs: number, settle: Ticket['settle']): Ticket | null {
    const { mostWaiting, waitMs } = this.#limits;
    const ticket: Ticket = { share, deadlineMs: nowMs + waitMs, state: 'waiting', settle };
    const line = this.#lines.get(share.group);
    if (line === undefined && this.#lacking(share).length === 0) {
      this.#start(ticket);
      return ticket;
    }
    const waiting = [...(line ?? []), ticket];
    const ready = firstReady(waiting, (one) => this.#lacking(one));
    if (ready === ticket) {
      this.#start(ticket);
      return ticket;
    }
    if (waiting.length > mostWaiting) return null;
    this.#lines.set(share.group, waiting);
    return ticket;
  }

  /**
   * Called when a request has finished computing. The request counts for all its limits until `leave` is called, because its response is
   * still being sent.
   */
  finishComputing(ticket: Ticket): void {
    if (ticket.state !== 'under way') return;
    this.#endComputing(ticket);
    this.#serve();
  }

  leave(ticket: Ticket): void {
    const { state, share } = ticket;
    if (state === 'left') return;
    if (state === 'waiting') this.#removeFromLine(ticket);
    if (state === 'under way') this.#endComputing(ticket);
    if (state !== 'waiting') for (const claim of share.claims) add(this.#units, claim.name, -unitsOf(share, claim));
    ticket.state = 'left';
    this.#serve();
  }

  expire(nowMs: number): void {
    // Copies the queues, because removing a request changes them.
    const lines = [...this.#lines.values()];
    for (const line of lines)
      for (const ticket of line) {
        // Skips started requests: if a request times out in this loop, `leave` can start other requests.
        if (ticket.state !== 'waiting' || ticket.deadlineMs > nowMs) continue;
        this.leave(ticket);
        ticket.settle('busy');
      }
  }

  nextDeadlineMs(): number | null {
    const firsts = [...this.#lines.values()].flatMap(([first]) => (first ? [first.deadlineMs] : []));
    return firsts.length === 0 ? null : Math.min(...firsts);
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0);
  }

  unitsOf(name: string): number {
    return this.#units.get(name) ?? 0;
  }

  #lacking(share: Share): string[] {
    const names = share.claims.filter((claim) => this.unitsOf(claim.name) + unitsOf(share, claim) > claim.most).map(({ name }) => name);
    const mustWait = share.isHeavy && this.#heavyCount >= this.#limits.mostHeavy && this.#heavy.has(share.group);
    return mustWait ? [...names, heavy] : names;
  }

  #start(ticket: Ticket): void {
    const { share } = ticket;
    ticket.state = 'under way';
    for (const claim of share.claims) add(this.#units, claim.name, unitsOf(share, claim));
    if (share.isHeavy) {
      add(this.#heavy, share.group, 1);
      this.#heavyCount += 1;
    }
    ticket.settle('turn');
  }

  #endComputing(ticket: Ticket): void {
    ticket.state = 'computed';
    if (!ticket.share.isHeavy) return;
    add(this.#heavy, ticket.share.group, -1);
    this.#heavyCount -= 1;
  }

  #removeFromLine(ticket: Ticket): void {
    const { group } = ticket.share;
    const rest = this.#lines.get(group)?.filter((other) => other !== ticket) ?? [];
    if (rest.length === 0) this.#lines.delete(group);
    else this.#lines.set(group, rest);
  }

  /** Starts all requests that can start, one per group in each round. */
  #serve(): void {
    for (let hasStarted = this.#lines.size > 0; hasStarted;) {
      hasStarted = false;
      const lines = [...this.#lines];
      for (const [group, line] of lines) {
        const ticket = firstReady(line, (share) => this.#lacking(share));
        if (!ticket) continue;
        this.#removeFromLine(ticket);
        const rest = this.#lines.get(group);
        if (rest) {
          this.#lines.delete(group);
          this.#lines.set(group, rest);
        }
        this.#start(ticket);
        hasStarted = true;
      }
    }
  }
}

/**
 * Returns the number of units that a request uses of a limit. If the weight of the request exceeds the limit, the request uses all units.
 */
const unitsOf = ({ weight }: Share, { most }: Claim): number => Math.min(weight, most);

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

const namesIn = ({ claims, isHeavy }: Share): string[] => [...claims.map(({ name }) => name), ...(isHeavy ? [heavy] : [])];

/**
 * Returns the first request of a queue that can start. A request cannot start if an earlier request is waiting for one of the same limits.
 */
function firstReady(line: readonly Ticket[], lacking: (share: Share) => readonly string[]): Ticket | undefined {
  const awaited = new Set<string>();
  const [first] = line;
  for (const ticket of line) {
    const names = lacking(ticket.share);
    if (names.length === 0 && !namesIn(ticket.share).some((name) => awaited.has(name))) return ticket;
    for (const name of names) awaited.add(name);
    // All requests of a queue have the same last claim. If a request waits for that claim, no later request of the queue can start.
    if (first && awaited.has(first.share.claims.at(-1)?.name ?? '')) return undefined;
  }
  return undefined;
}
