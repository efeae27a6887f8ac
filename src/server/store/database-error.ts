/** The reason that a database or its driver gives, without the statement that it is wrapped with. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || 'no connection';
}
