import type { MiddlewareHandler } from 'hono';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below one network packet nothing is gained. Bytes. */
const smallest = 1400;
const quality = 4;
const texts = /^(text\/html|application\/json)\b/;

type Encoding = 'br' | 'gzip';

/** A weight of zero refuses. */
const named = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
} as const;

/** The best encoding for a request with this `Accept-Encoding`. */
const acceptedEncoding = (header = ''): Encoding | undefined => (['br', 'gzip'] as const).find((encoding) => named[encoding].test(header));

/** Whether compression pays off. Called last: reading an answer's headers makes it expensive. */
function mayBeCompressed({ headers }: Response, method: string): boolean {
  if (method === 'HEAD' || !texts.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return false;
  const length = headers.get('Content-Length');
  return length === null || Number(length) >= smallest;
}

async function compressedBody(response: Response, encoding: Encoding): Promise<Response> {
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

/**
 * Compresses answers that are made per request: in Brotli too, which Hono's own middleware does not know
 * (https://github.com/honojs/hono/issues/3543).
 */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next();
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
  if (!encoding || !mayBeCompressed(c.res, c.req.method)) return;
  const packed = await compressedBody(c.res, encoding);
  // Set to nothing first, or the old answer's headers would be copied over the new ones.
  c.res = undefined;
  c.res = packed;
};
