/** The platform clock. Billing uses platform time; sessions and cookies use real time. */
export interface Clock {
  readonly nowMs: () => number;
  readonly nowSeconds: () => number;
  /** Returns the number of milliseconds by which platform time is ahead of real time. */
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
