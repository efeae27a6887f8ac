import { CommanderError, type Command } from 'commander';
import { readStoreConfig } from '#server/settings/config.ts';
import { asSentence } from '#server/start/start-error.ts';
import { openClient } from './admin-client.ts';
import { failureSentence } from './answers.ts';
import { addVerb, programOf } from './commands.ts';
import { labelIn } from './field-labels.ts';
import { resetOwnLimits } from './reset-limits.ts';
import { irreversibleBy, type Run, type Verbs } from './verbs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const usageFault = 2;

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
      const message = error.message === '(outputHelp)' ? 'Missing command' : error.message.replace(/^error: /, '').replace(/\.$/, '');
      return fail(asSentence(`${message}; see npm run billing -- --help`), usageFault);
    }
    const sentence = failureSentence(error, (path) => labelIn(acting, path));
    if (sentence === null) throw error;
    fail(sentence, 1);
  }
}

// This file is built to dist/server/billing.js.
await runOperatorCommand(process.argv.slice(2), process.env);
