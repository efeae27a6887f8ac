import type { Context } from '#server/context.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { notFound } from '#server/platform-error.ts';
import { createCaller } from './caller.ts';
import { startSession } from './session.ts';

/** A token is reused until it expires. */
export function frameSessions(context: Pick<Context, 'db' | 'provider' | 'clock'>): (handle: string) => Promise<string> {
  const { db } = context;
  const tokens = new Map<string, Promise<string>>();

  const start = async (handle: string): Promise<string> => {
    const member = await findMemberByHandle(db, handle);
    if (!member) throw notFound('Member');
    return startSession(db, member.id);
  };
  const isAlive = async (token: Promise<string>): Promise<boolean> => {
    try {
      return (await createCaller(context, { token: await token, ambient: false }).identify()) !== null;
    } catch {
      return false;
    }
  };
  return async (handle) => {
    const known = tokens.get(handle);
    if (known && (await isAlive(known))) return known;
    const started = start(handle);
    tokens.set(handle, started);
    return started;
  };
}
