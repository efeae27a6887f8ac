/** `unavailable`: the captcha service did not answer. */
export type CaptchaVerdict = 'passed' | 'refused' | 'unavailable';

/** Verifies each token only once. */
export interface Captcha {
  readonly verify: (token: string) => Promise<CaptchaVerdict>;
}

const siteverify = 'https://api.hcaptcha.com/siteverify';
const timeoutMs = 10_000;

interface HCaptchaOptions {
  readonly secret: string;
  readonly siteKey: string;
  /** Null for the URL of hCaptcha. */
  readonly address?: string | null;
  readonly fetch?: typeof fetch;
}

export function createHCaptcha({ secret, siteKey, address = null, fetch: send = fetch }: HCaptchaOptions): Captcha {
  return {
    verify: async (token) => {
      try {
        const body = new URLSearchParams({ secret, sitekey: siteKey, response: token });
        const answer = await send(address ?? siteverify, {
          method: 'POST',
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!answer.ok) return 'unavailable';
        const { success } = (await answer.json()) as { success?: unknown };
        return success === true ? 'passed' : 'refused';
      } catch {
        return 'unavailable';
      }
    },
  };
}
