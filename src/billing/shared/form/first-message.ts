/** First schema message of a field; undefined if there is none. */
export const firstMessage = (issues: readonly ({ readonly message: string } | undefined)[] | undefined): string | undefined =>
  issues?.find((issue) => issue !== undefined)?.message;
