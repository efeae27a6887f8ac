/** What a failure says of itself, for people: its own message, or that it was not expected. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'Something unexpected happened');
