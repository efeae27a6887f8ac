export const postgresVersions: Readonly<Record<string, string>>;
export function otherPostgres(major: string | number): string;
