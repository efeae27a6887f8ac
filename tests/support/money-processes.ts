import { createPayments } from '#server/payments/open-payments.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { Worker } from '#server/payments/worker.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { MoneyPlatform } from './money-platform.ts';

/** Simulated crash at a gateway call: before the request is sent, or after the request and before the response arrives. */
export class Killed extends Error {}

type Call = keyof PaymentGateway;

/** All later calls fail, too. */
export function dyingAt(gateway: PaymentGateway, call: Call, when: 'before' | 'after'): PaymentGateway {
  return new Proxy(gateway, {
    get: (target, name: Call) => {
      const original = target[name] as (...args: unknown[]) => unknown;
      if (name !== call) return original;
      return async (...args: unknown[]) => {
        if (when === 'after') await original(...args);
        throw new Killed(`killed ${when} ${name}`);
      };
    },
  });
}

export interface Process {
  readonly paymentContext: PaymentContext;
  readonly worker: Worker;
}

export function processOn({ platform }: Pick<MoneyPlatform, 'platform'>, differs: Partial<PaymentContext> = {}): Process {
  const { db, clock, log, gateway, captcha, origin } = platform.context.paymentContext;
  return createPayments({ db, clock, log, gateway, captcha, origin, ...differs });
}
