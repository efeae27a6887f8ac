import { CommanderError, type Command } from 'commander';
import { resetLimits } from '#server/admin/approval-limits.ts';
import { actingAs } from '#server/database/acting.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import { firstLimits } from '#server/domain/staff/staff-rules.ts';
import { newId } from '#server/payments/ids.ts';
import { readStoreConfig } from '#server/settings/config.ts';
import { asSentence } from '#server/start/start-error.ts';
import { clockOf, openClient, openOwnStore } from './admin-client.ts';
import { CommandFailure, failureSentence } from './answers.ts';
import { addVerb, programOf } from './commands.ts';
import { labelIn } from './field-labels.ts';
import { irreversibleBy, type Run, type Verbs } from './verbs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const usageFault = 2;

/** Runs the command and sets the process's exit code. */
async function runOperatorCommand(words: readonly string[], environment: Environment): Promise<void> {
  const fail = (sentence: string, code: number): void => {
    process.stderr.write(`${sentence}\n`);
    process.exitCode = code;
  };
  let acting: Command | null = null;
  const run: Run = async (command, work) => {
    acting = command;
    const { data, text, failed = false } = await work();
    process.stdout.write(`${command.opts()['json'] === true ? JSON.stringify(data) : text}\n`);
    if (failed) process.exitCode = 1;
  };
  const withClient: Verbs['withClient'] = async (work) => {
    const client = await openClient(readStoreConfig(environment), environment);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };

  const verbs: Verbs = {
    verb: addVerb,
    run,
    irreversible: irreversibleBy(run),
    withClient,
    resetLimits: () => resetOwnLimits(environment),
  };
  const program = programOf(verbs, environment);
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return;
      const said = error.message === '(outputHelp)' ? 'Missing command' : error.message.replace(/^error: /, '').replace(/\.$/, '');
      return fail(asSentence(`${said}; see npm run billing -- --help`), usageFault);
    }
    const sentence = failureSentence(error, (path) => labelIn(acting, path));
    if (sentence === null) throw error;
    fail(sentence, 1);
  }
}

/** Resets the approval limits, which requires direct access to the database. */
async function resetOwnLimits(environment: Environment): ReturnType<Verbs['resetLimits']> {
  if (environment['BILLING_URL']) throw new CommandFailure('The limits are reset on the database itself; unset BILLING_URL.');
  const config = readStoreConfig(environment);
  const store = await openOwnStore(config, { migrates: false, image: null }).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CommandFailure(`The platform of process ${error.pid} runs on the data folder; stop it to reset the limits.`, {
      cause: error,
    });
  });
  try {
    const clock = await clockOf(store, config);
    const actor = { memberId: null, username: 'key:command', keyId: COMMAND, call: 'resetApprovalLimits', requestId: newId('req') };
    return await actingAs({ ...actor, callerRequestId: null }, () =>
      resetLimits(store.db, firstLimits(config.approvalAboveCents), clock.nowSeconds()),
    );
  } finally {
    await store.close();
  }
}

// Built to dist/server/billing.js.
await runOperatorCommand(process.argv.slice(2), process.env);
