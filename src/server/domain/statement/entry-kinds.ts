import type { StatementEntry } from '#lib/statement/statement.ts';

type Kind = StatementEntry['kind'];

/** By business key. The first pattern that matches applies. */
const kindsOfKeys: readonly (readonly [key: RegExp, kind: Kind])[] = [
  [/^invoice:[^:]+:finalized$/, 'invoice'],
  [/^invoice:[^:]+:paid$/, 'payment'],
  [/^invoice:[^:]+:credit-used:/, 'credit_use'],
  [/^invoice:[^:]+:carried$/, 'carried'],
  [/^invoice:[^:]+:forgiven$/, 'forgiven'],
  [/^invoice:[^:]+:written_off$/, 'written_off'],
  [/^credit-note:/, 'credit_note'],
  [/^top-up:/, 'top_up'],
  [/^payment:[^:]+:unapplied$/, 'unapplied_payment'],
  [/^refund:[^:]+:reversed$/, 'refund_returned'],
  [/^refund:/, 'refund'],
  [/^dispute:[^:]+:lost$/, 'dispute_lost'],
  [/^dispute:[^:]+:(won|reversed)$/, 'dispute_won'],
  [/^dispute:/, 'dispute'],
  [/^change:[^:]+:released$/, 'credit_released'],
  [/^closing:/, 'credit_ended'],
  [/^late-usage:/, 'waived'],
  [/^(staff|credit):/, 'credit'],
];

export const entryKind = (businessKey: string): Kind => kindsOfKeys.find(([pattern]) => pattern.test(businessKey))?.[1] ?? 'other';
