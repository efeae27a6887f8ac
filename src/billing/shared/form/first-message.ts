/** What a form's schema found in one field, as its first message; undefined for nothing. */
export const firstMessage = (issues: readonly ({ readonly message: string } | undefined)[] | undefined): string | undefined =>
  issues?.find((issue) => issue !== undefined)?.message;
