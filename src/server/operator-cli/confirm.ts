import { createInterface } from 'node:readline/promises';
import { CommandFailure } from './answers.ts';
import type { Confirm } from './verbs.ts';

/** Asks on the terminal; without one the words of the command line must say it. */
export const confirm: Confirm = async (command, question) => {
  const { yes, dryRun } = command.opts<{ yes?: true; dryRun?: true }>();
  if (yes || dryRun) return;
  if (!process.stdin.isTTY)
    throw new CommandFailure(`${question} Nothing is done: give --yes to do it, or --dry-run to see what it would do.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes to do it: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing is done.');
};
