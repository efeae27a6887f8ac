/** Program folder of the newest PostgreSQL from version 15 on; null if none is installed. */
export function postgresPrograms(): string | null;
