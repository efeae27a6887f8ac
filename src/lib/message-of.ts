/** Error message for people; a generic one if no Error was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'Something unexpected happened');
