import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below one network packet nothing is gained. Bytes. */
const smallest = 1400;
const quality = 4;
const texts = /^(text\/html|application\/json)\b/;

/** An answer made anew for each request, compressed when it is long enough to matter. */
export async function compressed(response: Response, method: string, acceptEncoding: string): Promise<Response> {
  // Asked first: whoever reads the headers of an answer makes it an expensive one.
  const encoding = /\bbr\b/.test(acceptEncoding) ? 'br' : /\bgzip\b/.test(acceptEncoding) ? 'gzip' : null;
  if (!encoding) return response;
  const { headers, status } = response;
  if (method === 'HEAD' || !texts.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return response;
  const length = headers.get('Content-Length');
  if (length !== null && Number(length) < smallest) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const packed =
    encoding === 'br' ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) : await compressGzip(body);
  const packedHeaders = new Headers(headers);
  packedHeaders.set('Content-Encoding', encoding);
  packedHeaders.set('Content-Length', String(packed.byteLength));
  packedHeaders.append('Vary', 'Accept-Encoding');
  return new Response(new Uint8Array(packed), { status, headers: packedHeaders });
}
