export interface PaymentSetup {
  /** The gateway's public key, which can only create payment methods. */
  readonly publishableKey: string;
  /** URL of the gateway's script, which defines `Stripe`; loaded on demand. */
  readonly script: string;
  readonly captcha: {
    readonly siteKey: string;
    /** URL of a captcha-compatible script; null for the standard script of the captcha. */
    readonly script: string | null;
  };
}

/** The only Trusted Types policy that the page may create; it allows only the scripts of this setup. */
export const scriptPolicyName = 'payment-scripts';

let current: PaymentSetup | null = null;

/** Sets the card setup before the page starts. */
export function takePaymentsWith(setup: PaymentSetup | null): void {
  current = setup;
}

export const paymentSetup = (): PaymentSetup | null => current;
