import type { SandboxClock } from './core.ts';
import type { Delays } from './store/transaction.ts';
import type { Send } from './webhooks/send.ts';

export interface SandboxOptions {
  /** Folder of the log, created if missing. With null, everything is kept in memory, for simulations. */
  dataDir: string | null;
  clock: SandboxClock;
  secretKey: string;
  publishableKey: string;
  /** Public origin, as in `http://127.0.0.1:4310`; a function if the port is not known yet. */
  origin: string | (() => string);
  basePath?: string;
  assetsDir: string;
  merchantName?: string;
  /** Moves the clock from the inspector; if absent, the clock is read-only. */
  moveClock?: (toMs: number) => Promise<void> | void;
  /** Path where the platform creates admin API keys. If absent, the inspector has no button for it. */
  operatorKeysPath?: string;
  delays?: Partial<Delays>;
  /** If false, jobs and deliveries run only by `settle` and `deliver`, for simulations. */
  automatic?: boolean;
  /** Sends events within a shared process; by default they are sent over this machine's network. */
  send?: Send;
  realNowMs?: () => number;
  /** Time after which the connection of an unanswered request is closed, in milliseconds. */
  hangMs?: number;
  /** Called for an internal failure, which the caller sees as a 500. */
  onError: (error: unknown) => void;
}
