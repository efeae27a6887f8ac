import type { Command } from 'commander';
import type { AdminClient } from './admin-client.ts';

/** What a verb comes to: data for `--json`, and the same in words. */
export interface VerbResult {
  readonly data: unknown;
  readonly text: string;
  /** True where the answer itself says that something is wrong. */
  readonly failed?: boolean;
}

export type Run = (command: Command, work: () => Promise<VerbResult>) => Promise<void>;

export interface Verbs {
  readonly verb: (parent: Command, name: string, description: string) => Command;
  readonly run: Run;
  /** Runs work with the operator's calls. */
  readonly withClient: <T>(work: (client: AdminClient) => Promise<T>) => Promise<T>;
}
