import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { seeded } from '#tests/support/random.ts';

const { randomBytes, randomUUID } = crypto;

/** Runs work with ids and tokens from a seed, so that sort orders are reproducible. Calls must not overlap. */
export async function withChance<T>(seed: number, work: () => Promise<T>): Promise<T> {
  const random = seeded(seed);
  const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => random.below(256)));
  const uuid = (): ReturnType<typeof randomUUID> => {
    const text = bytes(16).toString('hex');
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
  };
  crypto.randomBytes = bytes as typeof randomBytes;
  crypto.randomUUID = uuid;
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid, configurable: true });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    crypto.randomBytes = randomBytes;
    crypto.randomUUID = randomUUID;
    Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
    syncBuiltinESMExports();
  }
}
