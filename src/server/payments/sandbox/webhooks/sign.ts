import { createHmac } from 'node:crypto';

/** Value of the Stripe-Signature header: when it was sent (unix seconds, real time) and the keyed digest over that and the body. */
export function signatureHeader(body: string, secret: string, sentAtSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAtSeconds}.${body}`).digest('hex');
  return `t=${sentAtSeconds},v1=${signature}`;
}
