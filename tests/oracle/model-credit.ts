import { type CreditMovement, creditLeftBySource, creditLeftOf } from '#server/domain/credit-sources.ts';

export class ModelCredit {
  private readonly movements: CreditMovement[] = [];

  get balanceCents(): number {
    return this.movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  /** @param source the source name of the credit; null if the move spends credit */
  move(amountCents: number, source: string | null): void {
    if (amountCents !== 0) this.movements.push({ amountCents, source });
  }

  leftOf(source: string): number {
    return creditLeftOf(source, this.movements);
  }

  /** Returns the remaining cents of credit per source, oldest first. */
  bySource(): Map<string, number> {
    return creditLeftBySource(this.movements);
  }

  /** Includes spent credit. */
  givenBy(source: string): number {
    return this.movements.reduce((sum, each) => (each.source === source && each.amountCents > 0 ? sum + each.amountCents : sum), 0);
  }
}
