import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { adoptGatewayOf } from '#server/start/adopt-gateway.ts';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { readConfig, readStoreConfig } from '#server/settings/config.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { createLog } from '#server/tracing/log.ts';
import { PlatformError } from '#server/platform-error.ts';
import { asSentence } from '#server/start/start-error.ts';
import { startImageFor } from '#server/start/start-images.ts';
import { longestKeySeconds } from '#server/admin/keys.ts';
import { clientOn, clockOf, openClient, openOwnStore, type AdminClient } from './admin-client.ts';
import { resetLimits } from '#server/admin/approval-limits.ts';
import { actingAs } from '#server/database/acting.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import { firstLimits } from '#server/domain/staff/staff-rules.ts';
import { newId } from '#server/payments/ids.ts';
import { timeOf } from './argument-forms.ts';
import { CommandFailure, failureSentence } from './answers.ts';
import { examinePlatform, findingLine } from './doctor.ts';
import { addJobs } from './job-verbs.ts';
import { addMigrate } from './migrate-verbs.ts';
import { addMoney } from './money-verbs.ts';
import { addPlanChange } from './plan-change-verb.ts';
import { addNotices } from './notice-verbs.ts';
import { addPriceBooks } from './price-book-verbs.ts';
import { addProvisioning } from './provisioning-verbs.ts';
import { addUsage } from './usage-verbs.ts';
import { addWebhooks } from './webhook-verbs.ts';
import { labelIn } from './field-labels.ts';
import { askToConfirm, type Run, type Verbs } from './verbs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Start images next to the built command. When run from source there are none, and a new folder is created empty. */
const images = join(dirname(fileURLToPath(import.meta.url)), '..', 'start-images');

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
  const verb: Verbs['verb'] = (parent, name, description) =>
    parent.command(name).description(description).option('--json', "print the API's answer: data for programs, times in unix seconds");
  const withClient: Verbs['withClient'] = async (work) => {
    const client = await openClient(readStoreConfig(environment), environment);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };

  const verbs: Verbs = { verb, run, confirm: askToConfirm, withClient, resetLimits: () => resetOwnLimits(environment) };
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
  addWebhooks(program, verbs);
  addNotices(program, verbs);
  addJobs(program, verbs);

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

function addSetUp(program: Command, { verb, run, withClient }: Verbs, environment: Environment): void {
  addMigrate(program, { verb, run, environment });

  const init = verb(
    program,
    'init',
    'Make the data folder, or look at the database, and print a first key with all scopes, which ends after 400 days',
  ).option('--owner <email>', 'who answers for the key', 'operator@localhost.localdomain');
  init.option('--expires-at <time>', 'when the key ends, at most 400 days ahead', timeOf);
  init.action(() =>
    run(init, async () => {
      const key = await firstKey(init.opts<FirstKeyOptions>(), environment, withClient);
      return { data: { key }, text: `Your first key, shown once: ${key}` };
    }),
  );

  const doctor = verb(program, 'doctor', 'Try database, secrets, gateway, webhook, captcha, provider, email, metrics and clock');
  doctor.action(() =>
    run(doctor, async () => {
      const findings = await examinePlatform(readStoreConfig(environment), environment);
      const failed = findings.some(({ ok }) => !ok);
      const text = findings.map(findingLine).join('\n');
      return { data: { ok: !failed, findings }, text, failed };
    }),
  );

  const gateway = program.command('gateway').description('The payment gateway');
  const adopt = verb(gateway, 'adopt', 'Let this database use a gateway that another database used last');
  adopt.action(() =>
    run(adopt, async () => {
      const config = readConfig(environment);
      const said = await adoptGatewayOf(config, createLog(config));
      return { data: { adopted: true, message: said }, text: said };
    }),
  );
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

interface FirstKeyOptions {
  readonly owner: string;
  readonly expiresAt?: number;
}

/** Creates the first key: on the store if it is free, else at the embedded platform that uses it. */
async function firstKey({ owner, expiresAt }: FirstKeyOptions, environment: Environment, withClient: Verbs['withClient']): Promise<string> {
  const config = readStoreConfig(environment);
  const create = async ({ call, nowSeconds }: AdminClient): Promise<string> => {
    const body = { name: 'first key', owner, scopes: adminScopes, expires_at: expiresAt ?? (await nowSeconds()) + longestKeySeconds };
    return (await call('createKey', { body })).key;
  };
  if (environment['BILLING_URL'] || environment['BILLING_KEY'])
    try {
      return await withClient(create);
    } catch (error) {
      // The key belongs to another platform; a new database knows no keys.
      if (environment['BILLING_URL'] || !(error instanceof PlatformError && error.code === 'unauthenticated')) throw error;
    }
  const image = startImageFor({ mode: config.mode, seed: 'none', gateway: null }, images);
  const store = await openOwnStore(config, { migrates: config.mode === 'embedded', image }).catch((error: unknown) => {
    if (error instanceof FolderInUse) return null;
    throw error;
  });
  if (!store) return withClient(create);
  const client = await clientOn(store, config);
  try {
    const key = await create(client);
    if (!key) throw new CommandFailure('No key was made; try again.');
    return key;
  } finally {
    await client.close();
  }
}

// Built to dist/server/billing.js.
await runOperatorCommand(process.argv.slice(2), process.env);
