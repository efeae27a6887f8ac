/** Channel on which the database tells of changes of sessions, memberships, members and organizations. */
export const accessChannel = 'access_changed';

/** Hears whose access may have changed: the hash of a session's token, or null for anybody's. */
export type AccessListener = (tokenHash: string | null) => void;

/** The payload of a notification as a listener takes it. */
export const changedSession = (payload: string | undefined): string | null => payload || null;
