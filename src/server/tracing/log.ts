import { pino, type Logger } from 'pino';
import type { Config } from '#server/settings/config.ts';

export type Log = Logger;

/** Fields with these names are removed from log entries at any depth. */
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

/** Creates the log: one JSON object per line on standard error, because standard output is for the operator. */
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

/** Omits database parameters, because they may contain a member's input. */
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
