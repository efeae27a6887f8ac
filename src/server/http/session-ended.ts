/**
 * Told to whoever changes something without being signed in, as it stands beside what was entered. It says nothing of what earlier
 * requests have done.
 */
export const sessionEnded = 'Your session has ended. Nothing you entered is lost: sign in again in another tab, then repeat this.';
