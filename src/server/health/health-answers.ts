import { createHash, timingSafeEqual } from 'node:crypto';

export interface Readiness {
  readonly isReady: boolean;
  readonly body: Readonly<Record<string, string>>;
}

/** Milliseconds without a report after which the main thread counts as blocked. */
export const silentAfterMs = 10_000;

export interface HealthState {
  readonly heardAtMs: number | null;
  readonly readiness: Readiness;
}

export interface HealthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

export const notReady = (why: string): Readiness => ({ isReady: false, body: { status: 'not ready', why } });

export function silentAnswer({ heardAtMs }: Pick<HealthState, 'heardAtMs'>, nowMs: number, mostMs = silentAfterMs): HealthAnswer | null {
  if (heardAtMs === null) return { status: 503, body: notReady('starting').body };
  return nowMs - heardAtMs > mostMs ? { status: 503, body: notReady('main thread').body } : null;
}

export const aliveAnswer: HealthAnswer = { status: 200, body: { status: 'alive' } };

export const readinessAnswer = ({ isReady, body }: Readiness): HealthAnswer => ({ status: isReady ? 200 : 503, body });

export interface FiguresAccess {
  /** Tokens for access to the metrics. If empty, only `isOpen` allows access. */
  readonly tokens: readonly string[];
  readonly isOpen: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export const mayReadFigures = ({ tokens, isOpen }: FiguresAccess, token: string | null): boolean =>
  isOpen || (token !== null && tokens.some((secret) => timingSafeEqual(digest(token), digest(secret))));
