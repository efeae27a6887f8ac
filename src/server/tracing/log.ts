import { pino, type Logger } from 'pino';
import type { Config } from '#server/settings/config.ts';

export type Log = Logger;

/** Names of values that never reach a log line, wherever they stand in it. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'client_secret',
  'payment_intent_secret',
  'pending_payment_intent_secret',
  'secret',
  'password',
  'redirectUrl',
  'invoice_pdf',
  'receipt_pdf',
  'hcaptcha_token',
  'hcaptchaToken',
  'card',
  'number',
  'cvc',
];

const quoted = (name: string): string => `["${name}"]`;

/** Structured log, one JSON object per line on standard error; standard output is for the person who started it. */
export function createLog(config: Pick<Config, 'logLevel'>, destination: { write: (line: string) => void } = process.stderr): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap((name) => [quoted(name), `*${quoted(name)}`, `*.*${quoted(name)}`]), censor: '[redacted]' },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** Error with its causes; a database error's parameters stay out, since they may hold what a member typed. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message.split('\nparams:')[0],
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .join('\n'),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
