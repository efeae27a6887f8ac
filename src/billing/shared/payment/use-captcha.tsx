import { HCaptcha } from '@hcaptcha/react-hcaptcha';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { paymentSetup } from '#lib/payment-setup.ts';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { loadOnce, loadScript, withRetryAdvice } from './load-gateway.ts';

/** Loads hCaptcha under the page's script policy, before the component would load it. @throws {Error} on failure; the caller can retry */
const loadCaptcha: () => Promise<void> = loadOnce(async () => {
  const setup = paymentSetup();
  if (setup === null) throw new Error('There is no captcha here');
  if (setup.captcha.script !== null && !('hcaptcha' in window)) await loadScript(setup.captcha.script);
});

export type CaptchaAnswer = { readonly token: string } | { readonly error: string };

export interface Captcha {
  /** Invisible element that the dialog must render. */
  readonly element: ReactNode;
  /** True while the challenge is open: the dialog must be hidden, or it would block the challenge. */
  readonly isSteppedAside: boolean;
  /** Resolves to a new token, which can be used once, or to an `error` message with a remedy. Never rejects. */
  readonly getToken: () => Promise<CaptchaAnswer>;
}

const givenUp = 'The security check was not completed. Try again.';
const unreachable = (): string => withRetryAdvice('The security check could not be loaded.');

/** Error codes of hCaptcha if a person closes the challenge or lets it expire. */
const closedByPerson: readonly string[] = ['challenge-closed', 'challenge-expired'];

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
    // Every token gets a new widget, because a widget whose script failed never recovers.
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
        return withoutToken(closedByPerson.includes(code) ? givenUp : unreachable());
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

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

/** Creates a promise with its `resolve` and `reject`. A rejection without a handler causes no error event. */
function deferred<T>(): Deferred<T> {
  let [resolve, reject]: [(value: T) => void, (reason: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((fulfil, refuse) => {
    [resolve, reject] = [fulfil, refuse];
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
