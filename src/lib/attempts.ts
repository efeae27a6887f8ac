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

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const place = (slug: string, action: string): string => `attempt:${slug}:${action}`;

const newKey = (): string => crypto.randomUUID();

/** The open attempt of an organization at an action, or null. */
export function openAttempt(slug: string, action: string, storage: Storage = sessionStorage): Attempt | null {
  const kept = storage.getItem(place(slug, action));
  if (kept === null) return null;
  try {
    const { key, about, sent, isWaiting } = JSON.parse(kept) as Partial<Attempt>;
    return typeof key === 'string' && typeof about === 'string' ? { key, about, sent: sent ?? null, isWaiting } : null;
  } catch {
    return null;
  }
}

/** The open attempt where it is about the same, else a new one. */
export function attemptAt(slug: string, action: string, about: string, storage: Storage = sessionStorage): Attempt {
  const open = openAttempt(slug, action, storage);
  if (open?.about === about) return open;
  return keep(slug, action, { key: newKey(), about, sent: null }, storage);
}

/** Notes that the request is on its way: from now on its outcome is unknown until an answer comes. */
export function noteSent(slug: string, action: string, attempt: Attempt, sent: unknown, storage: Storage = sessionStorage): Attempt {
  return keep(slug, action, { ...attempt, sent }, storage);
}

/** Notes that the answer was: the payment waits for its payer. */
export function noteWaiting(slug: string, action: string, attempt: Attempt, storage: Storage = sessionStorage): Attempt {
  return keep(slug, action, { ...attempt, isWaiting: true }, storage);
}

/** The request was turned away before anything was done: the attempt is open, and nothing of it is on its way. */
export function noteUnsent(slug: string, action: string, attempt: Attempt, storage: Storage = sessionStorage): Attempt {
  return keep(slug, action, { ...attempt, sent: null }, storage);
}

/** The outcome is certain; what comes next is another attempt. */
export function settleAttempt(slug: string, action: string, storage: Storage = sessionStorage): void {
  storage.removeItem(place(slug, action));
}

function keep(slug: string, action: string, attempt: Attempt, storage: Storage): Attempt {
  storage.setItem(place(slug, action), JSON.stringify(attempt));
  return attempt;
}
