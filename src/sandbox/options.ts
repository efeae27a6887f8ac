import type { SandboxClock } from './core.ts';
import type { Delays } from './store/transaction.ts';
import type { Send } from './webhooks/send.ts';

export interface SandboxOptions {
  /** Folder of the log, created if missing. If null, the state is kept in memory only, for simulations. */
  dataDir: string | null;
  clock: SandboxClock;
  secretKey: string;
  publishableKey: string;
  /** Public origin, such as `http://127.0.0.1:4310`, or a function if the port is not known yet. */
  origin: string | (() => string);
  basePath?: string;
  assetsDir: string;
  merchantName?: string;
  /** Moves the clock when the user changes it in the inspector. If absent, the inspector cannot change the clock. */
  moveClock?: (toMs: number) => Promise<void> | void;
  /** Path where the platform creates admin API keys. If absent, the inspector has no button to create keys. */
  operatorKeysPath?: string;
  delays?: Partial<Delays>;
  /** If false, jobs and deliveries run only when `settle` or `deliver` is called, for simulations. */
  automatic?: boolean;
  /** Sends events to a receiver in the same process. By default, events are sent over this machine's network. */
  send?: Send;
  realNowMs?: () => number;
  /** Milliseconds after which the connection of an unanswered request is closed. */
  hangMs?: number;
  /** Called for an internal error. The API client receives status 500. */
  onError: (error: unknown) => void;
}
