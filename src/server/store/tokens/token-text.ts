import { hash, randomBytes } from 'node:crypto';

/** Form of an organization token. The secret has 256 bits, which are 43 characters. */
const tokenForm = /^bt_([1-9]\d{0,9})_[A-Za-z0-9_-]{43}$/;

/** Highest value of an integer column. The database rejects a comparison with a higher value. */
const highestId = 2 ** 31 - 1;

const secretBytes = 32;

export const newTokenSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** Contains the organization ID, so a lookup by hash reads the rows of one organization only. */
export const tokenText = (organizationId: number, secret: string): string => `bt_${organizationId}_${secret}`;

export function organizationInToken(text: string): number | null {
  const id = Number(tokenForm.exec(text)?.[1] ?? Number.NaN);
  return id <= highestId ? id : null;
}

export const hashTokenText = (text: string): string => hash('sha256', text, 'base64url');

export const newTokenId = (): string => `tok_${randomBytes(12).toString('hex')}`;
