import { paymentSetup } from '#lib/payment-setup.ts';
import { loadOnce, loadScript } from '#billing/shared/load-script.ts';

/**
 * A captcha of this server's own comes first, through the page's own policy for scripts: the component takes what is
 * there. hCaptcha's own script the component asks for itself.
 * @throws {Error} when it does not come; may be tried again
 */
export const loadCaptcha: () => Promise<void> = loadOnce(async () => {
  const setup = paymentSetup();
  if (setup === null) throw new Error('There is no captcha here');
  if (setup.captcha.script !== null && !('hcaptcha' in window)) await loadScript(setup.captcha.script);
});
