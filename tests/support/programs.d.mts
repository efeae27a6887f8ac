/** Program folder of the newest PostgreSQL from version 15 on; null if none is installed. */
export function postgresPrograms(): string | null;

/** True if a program is on the path. */
export function hasProgram(name: string): boolean;
