import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { AdminResponse } from '#contract/admin/admin-types.ts';
import type { AdminClient } from './admin-client.ts';
import { CommandFailure } from './answers.ts';

/** What a verb comes to: data for `--json`, and the same in words. */
export interface VerbResult {
  readonly data: unknown;
  readonly text: string;
  /** True where the answer itself says that something is wrong. */
  readonly failed?: boolean;
}

/** Does a verb's work and prints what it comes to, in the form that was asked for. */
export type Run = (command: Command, work: () => Promise<VerbResult>) => Promise<void>;

/** A question that a verb asks before it does what can't be undone. */
export type Confirm = (command: Command, question: string) => Promise<void>;

export interface Verbs {
  /** A verb below another word, with its `--json`. */
  readonly verb: (parent: Command, name: string, description: string) => Command;
  readonly run: Run;
  /** @throws {CommandFailure} if the answer isn't yes; `--yes` and `--dry-run` skip the question */
  readonly confirm: Confirm;
  /** Sets the approval limits on the database, where no platform has its folder. */
  readonly resetLimits: () => Promise<AdminResponse<'getApprovalLimits'>>;
  /** Runs work with the operator's calls. */
  readonly withClient: <T>(work: (client: AdminClient) => Promise<T>) => Promise<T>;
}

/** Asks on the terminal; without one the words of the command line must say it. */
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
