import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Captcha } from './captcha.ts';

const lifeMs = 120_000;
const prefix = 'sandbox';

export interface SandboxCaptcha extends Captcha {
  /** A token as the captcha's script gives it to the page after the challenge. */
  readonly issue: () => string;
}

/**
 * A captcha for one machine: tokens are signed and short-lived, so that forged, changed and old ones are refused. That
 * each counts once is the platform's own check, as it is with any captcha.
 * @param key the same for every process that verifies; random where absent
 */
export function createSandboxCaptcha(key: Buffer = randomBytes(32), nowMs: () => number = Date.now): SandboxCaptcha {
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    issue: () => {
      const text = `${prefix}.${nowMs() + lifeMs}.${randomBytes(16).toString('base64url')}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    verify: (token) => {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(0, end));
      const signature = Buffer.from(token.slice(end + 1), 'base64url');
      const expected = sign(text);
      const genuine = signature.length === expected.length && timingSafeEqual(signature, expected);
      const [name, until] = text.split('.');
      return Promise.resolve(genuine && name === prefix && Number(until) > nowMs() ? 'passed' : 'refused');
    },
  };
}
