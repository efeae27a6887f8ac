let aheadMs = 0;

/** Notes the platform's time from an answer's `Date` header; billing dates never rest on the browser's clock. */
export function recordServerTime(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now();
}

/** The platform's now in milliseconds, as far as the last answer told it. */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
