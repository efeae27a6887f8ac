import { createHash } from 'node:crypto';
import { PlatformError } from '#server/http/platform-error.ts';
import { giveCaptchaTokenBack, useCaptchaToken } from '#server/store/limits.ts';
import { realNow, type Money } from './context.ts';

const refusal = (field: string): PlatformError =>
  new PlatformError('rule_violated', 'The captcha was not passed, or its token was used before. Try again.', {
    fields: [{ path: field, message: 'is not a fresh captcha token' }],
  });

/**
 * Uses up a captcha token. One that could not be checked is given back: whoever tries again has the same.
 * @param field where the token stands in the request
 * @throws {PlatformError} 422 for a token that is forged, too old or used before; `gateway_unavailable` while nobody can tell
 */
export async function passCaptcha({ db, captcha }: Pick<Money, 'db' | 'captcha'>, token: string, field: string): Promise<void> {
  const hash = createHash('sha256').update(token).digest('base64url');
  if (!(await useCaptchaToken(db, hash, realNow()))) throw refusal(field);
  const verdict = await captcha.verify(token);
  if (verdict === 'refused') throw refusal(field);
  if (verdict !== 'unavailable') return;
  await giveCaptchaTokenBack(db, hash);
  throw new PlatformError('gateway_unavailable', 'The captcha could not be checked. Try again in a moment.');
}
