export interface LoggedRequest {
  /** Unix milliseconds on the sandbox clock. */
  atMs: number;
  method: string;
  path: string;
  status: number;
  requestId: string;
  idempotencyKey: string | null;
  replayed: boolean;
  fault: string | null;
}

const kept = 300;

export class RequestLog {
  private requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.requests.push(request);
    if (this.requests.length > kept) this.requests = this.requests.slice(-kept);
  }

  /** Returns the logged requests, newest first. */
  list(): LoggedRequest[] {
    return [...this.requests].reverse();
  }
}
