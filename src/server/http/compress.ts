import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below one network packet nothing is gained. Bytes. */
const smallest = 1400;
const quality = 4;
const texts = /^(text\/html|application\/json)\b/;

export type Encoding = 'br' | 'gzip';

/** A weight of zero refuses. */
const named = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
} as const;

/** @param header the request's `Accept-Encoding` */
export const accepts = (encoding: Encoding, header: string): boolean => named[encoding].test(header);

/** The best encoding for a request with this `Accept-Encoding`. */
export function acceptedEncoding(header = ''): Encoding | null {
  if (accepts('br', header)) return 'br';
  return accepts('gzip', header) ? 'gzip' : null;
}

/** Whether an answer is long enough for it to matter. Asked last: whoever reads the headers of an answer makes it an expensive one. */
export function mayBeCompressed({ headers }: Response, method: string): boolean {
  if (method === 'HEAD' || !texts.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return false;
  const length = headers.get('Content-Length');
  return length === null || Number(length) >= smallest;
}

/** An answer made anew for each request, compressed. */
export async function compressed(response: Response, encoding: Encoding): Promise<Response> {
  const { headers, status } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  const packed =
    encoding === 'br' ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) : await compressGzip(body);
  const packedHeaders = new Headers(headers);
  packedHeaders.set('Content-Encoding', encoding);
  packedHeaders.set('Content-Length', String(packed.byteLength));
  packedHeaders.append('Vary', 'Accept-Encoding');
  return new Response(new Uint8Array(packed), { status, headers: packedHeaders });
}
