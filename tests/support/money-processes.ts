import { createPayments } from '#server/payments/open-payments.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { Worker } from '#server/payments/worker.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { MoneyPlatform } from './money-platform.ts';

/** What a process dies of, at a call of the gateway: before it is sent, or when its answer would come. */
export class Killed extends Error {}

type Call = keyof PaymentGateway;

/** A gateway whose caller dies at a call: nothing after it happens in that process. */
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

/** Another process on the same database and gateway. */
export function processOn({ platform }: Pick<MoneyPlatform, 'platform'>, differs: Partial<PaymentContext> = {}): Process {
  const { db, clock, log, gateway, captcha, origin } = platform.context.paymentContext;
  return createPayments({ db, clock, log, gateway, captcha, origin, ...differs });
}
