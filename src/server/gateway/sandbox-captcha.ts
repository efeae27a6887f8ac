import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Captcha } from './captcha.ts';

const lifeMs = 120_000;
const prefix = 'sandbox';

export interface CaptchaChallenge {
  readonly id: string;
  readonly word: string;
}

export interface SandboxCaptcha extends Captcha {
  readonly issue: () => string;
  readonly challenge: () => CaptchaChallenge;
  /** Returns a token and closes the challenge. Returns null for a wrong word. */
  readonly solve: (id: string, word: string) => string | null;
}

/** Easy to distinguish by eye and ear, and to type on any keyboard. */
const words = ['ledger', 'candle', 'harbor', 'window', 'garden', 'pencil', 'river', 'silver'] as const;

const mostChallenges = 1000;

/**
 * Rejects forged, changed and old tokens. The platform checks that each token is used only once.
 * @param key shared by all verifying processes; random if absent
 */
export function createSandboxCaptcha(key: Buffer = randomBytes(32), nowMs: () => number = Date.now): SandboxCaptcha {
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const issue = (): string => {
    const text = `${prefix}.${nowMs() + lifeMs}.${randomBytes(16).toString('base64url')}`;
    return `${text}.${sign(text).toString('base64url')}`;
  };
  const open = new Map<string, string>();
  return {
    issue,
    challenge: () => {
      const challenge = { id: randomBytes(16).toString('base64url'), word: words[randomInt(words.length)] ?? words[0] };
      open.set(challenge.id, challenge.word);
      for (const id of open.keys()) if (open.size > mostChallenges) open.delete(id);
      return challenge;
    },
    solve: (id, word) => {
      if (open.get(id) !== word.trim().toLowerCase()) return null;
      open.delete(id);
      return issue();
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
