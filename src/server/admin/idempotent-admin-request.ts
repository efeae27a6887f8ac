import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { instantOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { AdminFile, ChargedInvoice } from './admin-handler.ts';
import { findAdminRequest, keepAdminAnswer, recordAdminRequest } from '#server/store/provisioning/api-keys.ts';

export interface RepeatableRequest {
  readonly keyId: string;
  /** Secret of the requesting key. Secret and idempotency key together decrypt the stored response. */
  readonly secret: string;
  readonly idempotencyKey: string;
  readonly call: string;
  readonly input: unknown;
  readonly nowSeconds: number;
}

export interface KeptAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly chargesInvoice?: ChargedInvoice | undefined;
  readonly file?: AdminFile | undefined;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const [nonceBytes, tagBytes] = [12, 16];

const sealingKey = ({ secret, idempotencyKey, keyId }: RepeatableRequest): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, keyId, `answer\0${idempotencyKey}`, 32));

/** Encrypts a response, because a response can contain a secret that is shown once. Only the requesting key can decrypt the response. */
function sealed(request: RepeatableRequest, answer: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(request), nonce);
  return Buffer.concat([nonce, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function opened(request: RepeatableRequest, stored: string): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(request), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
}

/** Replaces the stored response, because a charge after the commit adds its outcome to the response. */
export async function completeAnswer(db: Database, request: RepeatableRequest, answer: KeptAnswer): Promise<void> {
  const name = { keyId: request.keyId, requestHash: digest(request.idempotencyKey) };
  await keepAdminAnswer(db, name, answer.status, sealed(request, JSON.stringify(answer)));
}

/** A concurrent repetition waits for the end of the first run. @throws {PlatformError} 422 if the key was used for another request */
export function runIdempotently(db: Database, request: RepeatableRequest, run: (tx: Database) => Promise<KeptAnswer>): Promise<KeptAnswer> {
  const { keyId, call, nowSeconds } = request;
  const name = { keyId, requestHash: digest(request.idempotencyKey) };
  const bodyHash = digest(JSON.stringify(request.input));
  return db.transaction(async (tx) => {
    if (await recordAdminRequest(tx, { ...name, call, bodyHash, createdAt: instantOf(nowSeconds) })) {
      const answer = await run(tx);
      await keepAdminAnswer(tx, name, answer.status, sealed(request, JSON.stringify(answer)));
      return answer;
    }
    const known = await findAdminRequest(tx, name);
    if (!known || known.answer === null) throw new Error('A request that is over has no answer');
    if (known.call !== call || known.bodyHash !== bodyHash)
      throw new PlatformError('idempotency_key_reused', 'This Idempotency-Key was used for another request', {
        fields: [{ path: 'header.Idempotency-Key', message: 'was used for another request' }],
      });
    return JSON.parse(opened(request, known.answer)) as KeptAnswer;
  });
}
