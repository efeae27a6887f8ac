import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum size of a request body in bytes. No token definition is as long. */
const bodyLimitBytes = 16_384;

/** Returns true if the request comes from a page of this origin. Other sites must neither read nor write token files. */
export function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  return site === 'same-origin' && (origin === undefined || new URL(origin).host === host);
}

/** Returns undefined if the body is missing, invalid or too long. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return undefined;
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > bodyLimitBytes) return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const requestRefusal = (reason: string): { problems: readonly unknown[] } => ({
  problems: [{ gate: 'design', file: '', path: '', reason }],
});

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
