let aheadMs = 0;

/** Billing dates never use the browser's clock. */
export function recordServerTime(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now();
}

/** The platform's time in milliseconds, estimated from the last response. */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
