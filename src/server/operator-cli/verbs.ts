import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { AdminResponse } from '#contract/admin/admin-types.ts';
import type { AdminClient } from './admin-client.ts';
import { CommandFailure } from './answers.ts';

/** Result of a verb: data for `--json`, and the same as text. */
export interface VerbResult {
  readonly data: unknown;
  readonly text: string;
  /** True if the result itself reports a fault. */
  readonly failed?: boolean;
}

/** Runs a verb and prints its result in the requested form. */
export type Run = (command: Command, work: () => Promise<VerbResult>) => Promise<void>;

/** Asks for confirmation before an irreversible action. */
export type Confirm = (command: Command, question: string) => Promise<void>;

export interface Verbs {
  /** Adds a subcommand with `--json`. */
  readonly verb: (parent: Command, name: string, description: string) => Command;
  readonly run: Run;
  /** @throws {CommandFailure} if the answer isn't yes; `--yes` and `--dry-run` skip the question */
  readonly confirm: Confirm;
  /** Sets the approval limits on the database, while no platform uses its folder. */
  readonly resetLimits: () => Promise<AdminResponse<'getApprovalLimits'>>;
  readonly withClient: <T>(work: (client: AdminClient) => Promise<T>) => Promise<T>;
}

/** Asks for confirmation on the terminal. Without a terminal, requires `--yes` or `--dry-run`. */
export const askToConfirm: Confirm = async (command, question) => {
  const { yes, dryRun } = command.opts<{ yes?: true; dryRun?: true }>();
  if (yes || dryRun) return;
  if (!process.stdin.isTTY)
    throw new CommandFailure(`${question} Nothing is done: give --yes to do it, or --dry-run to see what it would do.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes to do it: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing is done.');
};
