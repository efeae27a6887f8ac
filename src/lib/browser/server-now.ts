let aheadMs = 0;

/** Records the server's time, because billing dates must not depend on the browser's clock. */
export function recordServerTime(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now();
}

/** Current time of the platform in milliseconds, estimated from the last response. */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
