import { paymentSetup, scriptPolicyName } from '#lib/payment-setup.ts';

/** What browsers with Trusted Types ask for; the type library does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL: (address: string) => string };
}

/** A script that stands still for this long counts as lost. Milliseconds. */
const patienceMs = 20_000;

function allowedOnly(address: string): string {
  const setup = paymentSetup();
  if (setup !== null && (address === setup.script || address === setup.captcha.script)) return address;
  throw new TypeError(`${address} is none of the scripts that this page may load`);
}

let policy: { createScriptURL: (address: string) => string } | null = null;

function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(scriptPolicyName, { createScriptURL: allowedOnly }) ?? { createScriptURL: allowedOnly };
  return policy.createScriptURL(address);
}

/**
 * Adds one of the scripts that the server has named. A script element that failed is taken away again, so that another
 * attempt asks anew.
 * @throws {TypeError} for any other address; {Error} when the script does not come
 */
export async function loadScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = trusted(address);
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail(), patienceMs);
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    document.head.append(script);
  });
}

/** A script that is loaded once, when it is first wanted; after a failure it can be asked for again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () =>
    (underWay ??= load().catch((error: unknown) => {
      underWay = null;
      throw error;
    }));
}
