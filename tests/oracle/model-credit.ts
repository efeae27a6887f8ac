import { type CreditMovement, creditLeftBySource, creditLeftOf } from '#server/domain/credit-sources.ts';

/** The credit balance of the model, by what gave it. All sums in cents. */
export class ModelCredit {
  private readonly movements: CreditMovement[] = [];

  get balanceCents(): number {
    return this.movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  /** @param source what gave it or what it is taken back from; null for a use of the balance */
  move(amountCents: number, source: string | null): void {
    if (amountCents !== 0) this.movements.push({ amountCents, source });
  }

  leftOf(source: string): number {
    return creditLeftOf(source, this.movements);
  }

  /** What is left of each source, the oldest first. */
  bySource(): Map<string, number> {
    return creditLeftBySource(this.movements);
  }

  /** All credit that a source has given, spent or not. */
  givenBy(source: string): number {
    return this.movements.reduce((sum, each) => (each.source === source && each.amountCents > 0 ? sum + each.amountCents : sum), 0);
  }
}
