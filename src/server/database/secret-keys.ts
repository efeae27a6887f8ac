import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import { makeDataFolder, unwritableFolder } from './data-folder.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

const keyBytes = 32;
const keyFile = 'secrets.key';

export interface SecretKeys {
  readonly current: string | null;
  /** Still decrypts secrets during a key rotation. */
  readonly previous: string | null;
}

export const secretKeyForm = /^[A-Za-z0-9+/]{43}=$/;

export const newSecretKey = (): string => randomBytes(keyBytes).toString('base64');

interface SecretSettings {
  readonly mode: 'embedded' | 'production';
  readonly dataDir: string;
  readonly secretKeys: SecretKeys;
}

const bytesOf = (key: string): Buffer => Buffer.from(key, 'base64');

/** @throws {StartError} in production without an encryption key */
export function requireSecretKey({ mode, secretKeys }: Pick<SecretSettings, 'mode' | 'secretKeys'>): void {
  if (mode === 'embedded' || secretKeys.current !== null) return;
  throw new StartError(
    'SECRETS_KEY must be given in production; print one with npm run billing -- secrets-key and keep it with your other secrets.',
  );
}

/** Embedded mode without SECRETS_KEY stores a generated key in the data folder. */
export function openSecretBox({ mode, dataDir, secretKeys }: SecretSettings): SecretBox {
  const { current, previous } = secretKeys;
  const others = previous === null ? [] : [bytesOf(previous)];
  return createSecretBox(() => {
    requireSecretKey({ mode, secretKeys });
    return [bytesOf(current ?? keyIn(resolve(dataDir))), ...others];
  });
}

function keyIn(folder: string): string {
  const path = join(folder, keyFile);
  const known = keyAt(path);
  if (known !== null) return known;
  makeDataFolder(folder);
  const draft = `${path}.${process.pid}.new`;
  try {
    writeFileSync(draft, `${newSecretKey()}\n`, { mode: 0o600, flush: true });
    // Linking is atomic: only one of several concurrent processes stores its key, and no process reads an unfinished file.
    linkSync(draft, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritableFolder(folder, cause);
  } finally {
    rmSync(draft, { force: true });
  }
  const newKey = keyAt(path);
  if (newKey === null) throw new StartError(`The key file ${path} was removed while it was made; start again.`);
  return newKey;
}

/** Null if the file does not exist. @throws {StartError} if the file contains no key */
function keyAt(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (secretKeyForm.test(text)) return text;
  throw new StartError(`${path} holds no key of 32 bytes as base64; restore it from a backup.`);
}
