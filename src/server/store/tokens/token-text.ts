import { hash, randomBytes } from 'node:crypto';

/** Organization IDs have at most 10 digits, and secrets have 256 bits. */
const tokenForm = /^bt_(\d{1,10})_[A-Za-z0-9_-]{43}$/;

const secretBytes = 32;

export const newTokenSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** Text of a token. It names the organization, so that a lookup by hash reads the rows of one organization only. */
export const tokenText = (organizationId: number, secret: string): string => `bt_${organizationId}_${secret}`;

/** Organization ID in a token; null if the text is no organization token. */
export function organizationInToken(text: string): number | null {
  const digits = tokenForm.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

export const hashTokenText = (text: string): string => hash('sha256', text, 'base64url');

export const newTokenId = (): string => `tok_${randomBytes(12).toString('hex')}`;
