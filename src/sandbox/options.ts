import type { SandboxClock } from './core.ts';
import type { Delays } from './store/transaction.ts';
import type { Send } from './webhooks/send.ts';

export interface SandboxOptions {
  /** Folder of the log; created when absent. Null keeps everything in memory, for simulations. */
  dataDir: string | null;
  clock: SandboxClock;
  secretKey: string;
  publishableKey: string;
  /** Where browsers reach the process, as in `http://127.0.0.1:4310`; a function where the port is not known yet. */
  origin: string | (() => string);
  /** Path that `app` is mounted under. */
  basePath?: string;
  /** Folder that buildSandboxBrowser wrote. */
  assetsDir: string;
  /** Name shown on the hosted pages. */
  merchantName?: string;
  /** Moves the clock, from the inspector; absent: the inspector only shows it. */
  moveClock?: (toMs: number) => Promise<void> | void;
  /** Path at which the platform makes keys of its admin API; absent: the inspector offers none. */
  operatorKeysPath?: string;
  delays?: Partial<Delays>;
  /** False leaves jobs and deliveries to `settle` and `deliver`, for simulations. */
  automatic?: boolean;
  /** How events travel, where gateway and platform share a process; otherwise over the network of this machine. */
  send?: Send;
  realNowMs?: () => number;
  /** How long a request without answer is held before its connection breaks. */
  hangMs?: number;
  /** Called with a failure of the sandbox itself, which its caller sees as a 500. */
  onError: (error: unknown) => void;
}
