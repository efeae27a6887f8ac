export const firstMessage = (issues: readonly ({ readonly message: string } | undefined)[] | undefined): string | undefined =>
  issues?.find((issue) => issue !== undefined)?.message;
