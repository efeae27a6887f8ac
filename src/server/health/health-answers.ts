import { createHash, timingSafeEqual } from 'node:crypto';

/** Readiness of a process, as `/readyz` answers it. */
export interface Readiness {
  readonly isReady: boolean;
  readonly body: Readonly<Record<string, string>>;
}

/** A main thread that has not reported for so long serves nobody. Milliseconds. */
export const silentAfterMs = 10_000;

/** What the health thread knows of the main thread. */
export interface HealthState {
  /** When the main thread reported last; null before its first report. */
  readonly heardAtMs: number | null;
  readonly readiness: Readiness;
}

export interface HealthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

export const notReady = (why: string): Readiness => ({ isReady: false, body: { status: 'not ready', why } });

/** Why the process serves nothing, whatever it reported last; null if the main thread reports. */
export function silentAnswer({ heardAtMs }: Pick<HealthState, 'heardAtMs'>, nowMs: number, mostMs = silentAfterMs): HealthAnswer | null {
  if (heardAtMs === null) return { status: 503, body: notReady('starting').body };
  return nowMs - heardAtMs > mostMs ? { status: 503, body: notReady('main thread').body } : null;
}

export const aliveAnswer: HealthAnswer = { status: 200, body: { status: 'alive' } };

export const readinessAnswer = ({ isReady, body }: Readiness): HealthAnswer => ({ status: isReady ? 200 : 503, body });

/** Who may read the figures. */
export interface FiguresAccess {
  /** Tokens that open them; none where only `isOpen` does. */
  readonly tokens: readonly string[];
  /** True if everyone who reaches the port may read them. */
  readonly isOpen: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param token bearer token of the request; null without one */
export const mayReadFigures = ({ tokens, isOpen }: FiguresAccess, token: string | null): boolean =>
  isOpen || (token !== null && tokens.some((secret) => timingSafeEqual(digest(token), digest(secret))));
