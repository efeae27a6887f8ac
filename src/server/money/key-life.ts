import type { PaymentRow } from '#server/store/payments.ts';
import type { Money } from './context.ts';

const hourMs = 3_600_000;
/** The gateway remembers a key for a day; after this, what became of a request is looked up instead of asked again. */
const keyLifeMs = 23 * hourMs;

/** Both clocks count: the gateway's memory runs on its own, which a sandbox moves with the platform's. */
export const isForgotten = ({ clock }: Money, { sentAt, createdAt }: PaymentRow): boolean =>
  Date.now() - sentAt.getTime() > keyLifeMs || clock.nowMs() - createdAt.getTime() > keyLifeMs;
