export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'Something unexpected happened');
