import { HCaptcha } from '@hcaptcha/react-hcaptcha';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { paymentSetup } from '#lib/payment-setup.ts';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { deferred, type Deferred } from './deferred.ts';
import { loadCaptcha } from './load-captcha.ts';

export type CaptchaAnswer = { readonly token: string } | { readonly error: string };

export interface Captcha {
  /** To be drawn in the dialog; it shows nothing by itself. */
  readonly element: ReactNode;
  /** While its challenge is open, the dialog must step aside, or nobody could reach it. */
  readonly isSteppedAside: boolean;
  /** A fresh token, to be used once. Never rejects; `error` says what can be done. */
  readonly getToken: () => Promise<CaptchaAnswer>;
}

const givenUp = 'The security check was not completed. Try again.';
const unreachable = 'The security check could not be loaded. Check your connection and try again.';

/** What hCaptcha says when a person closes the challenge or lets it expire. */
const closedByPerson: readonly string[] = ['challenge-closed', 'challenge-expired'];

/** The invisible captcha. Nothing is asked of anybody before the first token is wanted. */
export function useCaptcha(): Captcha {
  const [round, setRound] = useState(0);
  const [isSteppedAside, setSteppedAside] = useState(false);
  const widget = useRef<Deferred<HCaptcha>>(null);
  const broken = useRef<Deferred<never>>(null);
  const setup = paymentSetup();

  const attach = useCallback((instance: HCaptcha | null) => {
    if (instance) widget.current?.resolve(instance);
  }, []);

  async function ask(): Promise<string> {
    await loadCaptcha();
    const [attached, failed] = [deferred<HCaptcha>(), deferred<never>()];
    [widget.current, broken.current] = [attached, failed];
    // Each token has a widget of its own: one whose script failed to load never recovers.
    setRound((before) => before + 1);
    const instance = await attached.promise;
    const { response } = await Promise.race([instance.execute({ async: true }), failed.promise]);
    return response;
  }

  return {
    element: round > 0 && setup && (
      <HCaptcha
        key={round}
        ref={attach}
        sitekey={setup.captcha.siteKey}
        {...(setup.captcha.script !== null && { scriptSource: setup.captcha.script })}
        size="invisible"
        sentry={false}
        onOpen={() => setSteppedAside(true)}
        onClose={() => setSteppedAside(false)}
        onError={(code) => broken.current?.reject(new Error(code))}
      />
    ),
    isSteppedAside,
    getToken: async () => {
      try {
        const token = await ask();
        if (token) return { token };
        return withoutToken(givenUp);
      } catch (error) {
        const code = error instanceof Error ? error.message : String(error);
        return withoutToken(closedByPerson.includes(code) ? givenUp : unreachable);
      } finally {
        setSteppedAside(false);
      }
    },
  };
}

function withoutToken(error: string): CaptchaAnswer {
  // oxlint-disable-next-line no-console -- the specification wants it in the log
  console.warn(topUpTexts.captchaRequired);
  return { error };
}
