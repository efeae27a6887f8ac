import type { CallDeclaration } from '#contract/declaration.ts';
import { jsonFault } from './json-text.ts';
import { invalid, PlatformError } from './platform-error.ts';

const mostBytes = 64 * 1024;

const isOfType = (request: Request, type: string): boolean =>
  (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() === type;

const tooLarge = (limit: number): PlatformError =>
  new PlatformError('payload_too_large', `The request body must be at most ${limit} bytes`, {
    fields: [{ path: 'body', message: `must be at most ${limit} bytes` }],
  });

/** @throws {PlatformError} 413 as soon as the limit is passed, whatever length was announced */
export async function readText(request: Request, limit = mostBytes): Promise<string> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid([{ path: 'body', message: 'must be UTF-8 text' }]);
  }
}

/** How a call takes its body, where that is not as usual. */
export type BodyRules = Pick<CallDeclaration, 'bodyKilobytes' | 'anyNumbers'>;

/** @throws {PlatformError} 415, 413, or 400 for text that is no JSON, or JSON that can be read in two ways */
export async function readJson(request: Request, { bodyKilobytes, anyNumbers }: BodyRules = {}): Promise<unknown> {
  if (!isOfType(request, 'application/json')) throw wrongType('application/json');
  const text = await readText(request, bodyKilobytes === undefined ? mostBytes : bodyKilobytes * 1024);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ path: 'body', message: 'must be JSON' }]);
  }
  const fault = jsonFault(text, anyNumbers);
  if (fault) throw invalid([fault]);
  return value;
}

/** The database's texts can't hold this character, and nobody means it. */
export function refuseNul(path: string, found: boolean): void {
  if (found) throw invalid([{ path, message: 'must not contain the NUL character' }]);
}

/** The fields of an HTML form. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!isOfType(request, 'application/x-www-form-urlencoded')) throw wrongType('application/x-www-form-urlencoded');
  const fields = new URLSearchParams(await readText(request));
  for (const [name, value] of fields) refuseNul(`body.${name}`, value.includes('\0'));
  return fields;
}

export const wrongType = (type: string): PlatformError =>
  new PlatformError('unsupported_media_type', `The request body must be ${type}`, {
    fields: [{ path: 'header.Content-Type', message: `must be ${type}` }],
  });
