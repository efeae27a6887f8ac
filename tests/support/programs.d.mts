/** Folder of the programs of the newest PostgreSQL from version 15 on; null where none is installed. */
export function postgresPrograms(): string | null;
