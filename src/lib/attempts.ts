import { keep, recall } from './kept.ts';

/**
 * One attempt at something that moves money. Its key goes with every request for it, through retries, reloads and lost
 * connections, until the outcome is certain or what is asked for changes; the platform does what carries the same key once.
 */
export interface Attempt {
  readonly key: string;
  /** What the attempt is about, as text: with other words it is another attempt. */
  readonly about: string;
  /** The request as it was sent, so that it can be repeated to the letter; null while nothing was sent. */
  readonly sent: unknown;
  /** It was answered: the payment waits for its payer. */
  readonly isWaiting?: boolean | undefined;
}

const place = (slug: string, action: string): string => `attempt:${slug}:${action}`;

const newKey = (): string => crypto.randomUUID();

/** The open attempt of an organization at an action, or null. */
export function openAttempt(slug: string, action: string): Attempt | null {
  const { key, about, sent, isWaiting } = (recall(place(slug, action)) ?? {}) as Partial<Attempt>;
  return typeof key === 'string' && typeof about === 'string' ? { key, about, sent: sent ?? null, isWaiting } : null;
}

/** The open attempt where it is about the same, else a new one. */
export function attemptAt(slug: string, action: string, about: string): Attempt {
  const open = openAttempt(slug, action);
  if (open?.about === about) return open;
  return note(slug, action, { key: newKey(), about, sent: null });
}

/** Notes that the request is on its way: from now on its outcome is unknown until an answer comes. */
export function noteSent(slug: string, action: string, attempt: Attempt, sent: unknown): Attempt {
  return note(slug, action, { ...attempt, sent });
}

/** Notes that the answer was: the payment waits for its payer. */
export function noteWaiting(slug: string, action: string, attempt: Attempt): Attempt {
  return note(slug, action, { ...attempt, isWaiting: true });
}

/** The request was turned away before anything was done: the attempt is open, and nothing of it is on its way. */
export function noteUnsent(slug: string, action: string, attempt: Attempt): Attempt {
  return note(slug, action, { ...attempt, sent: null });
}

/** The outcome is certain; what comes next is another attempt. */
export function settleAttempt(slug: string, action: string): void {
  keep(place(slug, action), null);
}

function note(slug: string, action: string, attempt: Attempt): Attempt {
  keep(place(slug, action), attempt);
  return attempt;
}
