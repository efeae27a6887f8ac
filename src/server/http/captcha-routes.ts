import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { z } from 'zod';
import { invalidRequest, notFound } from '#server/platform-error.ts';
import { readJson } from './body.ts';
import { refuseCrossSite } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { jsonResponse } from './respond.ts';

const base = '/sandbox/captcha';

const Answer = z.strictObject({ id: z.string().max(100), word: z.string().max(100) });

/** Serves a script with hCaptcha's interface. Each check passes without a challenge, unless the inspector has requested a challenge. */
export function captchaRoutes({ config, payments: { sandbox } }: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (sandbox === null || config.captcha !== null) return app;
  const { captcha, gateway, assetsDir } = sandbox;

  app.get(`${base}/api.js`, async () => {
    const isMissing = gateway?.faults.takeForScript('captcha.js') ?? null;
    const script = isMissing ? null : await readFile(join(assetsDir, 'captcha.js')).catch(() => null);
    if (script === null) throw notFound('File');
    const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' };
    return new Response(new Uint8Array(script), { headers });
  });
  app.post(`${base}/execute`, (c) => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    return jsonResponse(gateway?.faults.takeForCaptcha() ? { challenge: captcha.challenge() } : { token: captcha.issue() });
  });
  app.post(`${base}/solve`, async (c) => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    const body = Answer.safeParse(await readJson(c));
    if (!body.success) throw invalidRequest([{ path: 'body', message: 'must hold id and word' }]);
    return jsonResponse({ token: captcha.solve(body.data.id, body.data.word) });
  });
  return app;
}
