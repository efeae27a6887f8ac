/** The one clock of the platform. Billing runs on it; sessions and cookies run on real time. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  readonly nowMs: () => number;
  /** Whole seconds since 1970, UTC. */
  readonly nowSeconds: () => number;
  /** How far the platform's time is ahead of real time, in milliseconds. */
  readonly offsetMs: () => number;
  readonly moveTo: (offsetMs: number) => void;
}

export function createClock(initialOffsetMs: number): Clock {
  let offset = initialOffsetMs;
  const nowMs = () => Date.now() + offset;
  return {
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    offsetMs: () => offset,
    moveTo: (offsetMs) => {
      offset = offsetMs;
    },
  };
}
