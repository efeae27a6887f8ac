import type { MiddlewareHandler } from 'hono';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Minimum size in bytes of a compressed body, because a smaller body fits into one network packet. */
const smallest = 1400;
const quality = 4;
const texts = /^(text\/html|application\/json)\b/;

type Encoding = 'br' | 'gzip';

/** These patterns do not match an encoding with `q=0`, because the client refuses such an encoding. */
const named = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
} as const;

const acceptedEncoding = (header = ''): Encoding | undefined => (['br', 'gzip'] as const).find((encoding) => named[encoding].test(header));

/** Whether a response can be compressed and is large enough. This check runs last, because reading the response headers is slow. */
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

/** Compresses dynamic responses with Brotli or gzip. Hono's own middleware has no Brotli (https://github.com/honojs/hono/issues/3543). */
export const compressResponses: MiddlewareHandler = async (c, next) => {
  await next();
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
  if (!encoding || !mayBeCompressed(c.res, c.req.method)) return;
  const packed = await compressedBody(c.res, encoding);
  // Deletes the old response first, because Hono would otherwise copy its headers over the new headers.
  c.res = undefined;
  c.res = packed;
};
