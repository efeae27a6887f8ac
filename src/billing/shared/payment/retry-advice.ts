/** Adds what to do next. Of the possible causes, only a missing connection can be detected. */
export const withRetryAdvice = (failure: string): string =>
  `${failure} ${navigator.onLine ? 'Try again.' : 'Check your connection and try again.'}`;
