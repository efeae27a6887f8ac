import { Command } from 'commander';
import { addJobs } from './job-verbs.ts';
import { addMoney } from './money-verbs.ts';
import { addNotices } from './notice-verbs.ts';
import { addPlanChange } from './plan-change-verb.ts';
import { addPriceBooks } from './price-book-verbs.ts';
import { addProvisioning } from './provisioning-verbs.ts';
import { addSetUp } from './set-up-verbs.ts';
import { addStatements } from './statement-verbs.ts';
import { addUsage } from './usage-verbs.ts';
import { addWebhooks } from './webhook-verbs.ts';
import type { Verbs } from './verbs.ts';

export const addVerb: Verbs['verb'] = (parent, name, description) =>
  parent.command(name).description(description).option('--json', "print the API's answer: data for programs, times in unix seconds");

export function programOf(verbs: Verbs, environment: Readonly<Record<string, string | undefined>>): Command {
  const program = new Command('billing')
    .description('Runs the platform: keys, organizations, members, projects, usage and money.')
    .addHelpText(
      'after',
      '\nTimes are ISO 8601, such as 2026-05-31T12:00:00Z. Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong.',
    )
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  addSetUp(program, verbs, environment);
  addProvisioning(program, verbs);
  addUsage(program, verbs);
  addPriceBooks(program, verbs);
  addPlanChange(program, verbs);
  addMoney(program, verbs);
  addStatements(program, verbs);
  addWebhooks(program, verbs);
  addNotices(program, verbs);
  addJobs(program, verbs);
  return program;
}
