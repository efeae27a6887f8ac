import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { AdminResponse } from '#contract/admin/admin-types.ts';
import type { AdminClient } from './admin-client.ts';
import { CommandFailure, fieldsOf } from './answers.ts';

export interface VerbResult {
  readonly data: unknown;
  readonly text: string;
  readonly failed?: boolean;
}

export type Run = (command: Command, work: () => Promise<VerbResult>) => Promise<void>;

/** Runs work after a confirmation. With `--dry-run`, runs `dryRun` (or `work`) without asking. @throws {CommandFailure} if not confirmed */
export type RunConfirmed = (question: string, work: () => Promise<VerbResult>, dryRun?: () => Promise<VerbResult>) => Promise<void>;

export interface Verbs {
  readonly verb: (parent: Command, name: string, description: string) => Command;
  readonly run: Run;
  /**
   * Adds `--yes` and `--dry-run` to an irreversible command, and returns the function that runs it.
   * @param shows the help text of `--dry-run`
   */
  readonly irreversible: (command: Command, shows?: string) => RunConfirmed;
  /** Resets the approval limits in the database. No platform may use the data folder at that time. */
  readonly resetLimits: () => Promise<AdminResponse<'getApprovalLimits'>>;
  readonly withClient: <T>(work: (client: AdminClient) => Promise<T>) => Promise<T>;
}

/** Asks for confirmation on the terminal. If there is no terminal, `--yes` or `--dry-run` is required. */
async function askToConfirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailure(`${question} Nothing is done: give --yes to do it, or --dry-run to see what it would do.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes to do it: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing is done.');
}

export const irreversibleBy =
  (run: Run): Verbs['irreversible'] =>
  (command, shows = 'do nothing and print what it would act on') => {
    command.option('--dry-run', shows).option('--yes', 'skip the confirmation');
    return (question, work, dryRun = work) =>
      run(command, async () => {
        const { yes, dryRun: isDry } = command.opts<{ yes?: true; dryRun?: true }>();
        if (isDry) return dryRun();
        if (!yes) await askToConfirm(question);
        return work();
      });
  };

export const dryRunOf = (words: string, target: Readonly<Record<string, unknown>>): VerbResult => ({
  data: { dry_run: true, ...target },
  text: `Nothing is done. ${words}\n${fieldsOf(target)}`,
});
