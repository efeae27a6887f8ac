export interface PaymentSetup {
  /** Public key of the gateway. It can only create payment methods. */
  readonly publishableKey: string;
  /** URL of the gateway's script, which defines `Stripe`; loaded on demand. */
  readonly script: string;
  readonly captcha: {
    readonly siteKey: string;
    /** URL of the script of a compatible captcha; null for the standard captcha script. */
    readonly script: string | null;
  };
}

/** Name of the only Trusted Types policy that the page may create. The policy allows only the scripts of the payment setup. */
export const scriptPolicyName = 'payment-scripts';

let current: PaymentSetup | null = null;

/** Sets the card setup. Must run before the page starts. */
export function takePaymentsWith(setup: PaymentSetup | null): void {
  current = setup;
}

export const paymentSetup = (): PaymentSetup | null => current;
