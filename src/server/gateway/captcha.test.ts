import { describe, expect, it } from 'vitest';
import { createHCaptcha } from './captcha.ts';
import { createSandboxCaptcha } from './sandbox-captcha.ts';

describe('hCaptcha', () => {
  const answering = (answer: () => Response | Promise<Response>, requests: Request[] = []) =>
    createHCaptcha({
      secret: 'the-secret',
      siteKey: 'the-site',
      fetch: async (input, init) => {
        requests.push(new Request(input, init));
        return answer();
      },
    });

  it('is asked with secret, site and token, and its word counts', async () => {
    const requests: Request[] = [];
    expect(await answering(() => Response.json({ success: true }), requests).verify('the-token')).toBe('passed');
    const [request] = requests;
    expect([request?.url, await request?.text()]).toEqual([
      'https://api.hcaptcha.com/siteverify',
      'secret=the-secret&sitekey=the-site&response=the-token',
    ]);
    expect(await answering(() => Response.json({ success: false, 'error-codes': ['invalid-input-response'] })).verify('x')).toBe('refused');
    expect(await answering(() => Response.json({ success: 'true' })).verify('x')).toBe('refused');
  });

  it('is unavailable when it does not answer as it should: nobody passes by that', async () => {
    expect(await answering(() => new Response('', { status: 503 })).verify('x')).toBe('unavailable');
    expect(await answering(() => new Response('<html>')).verify('x')).toBe('unavailable');
    expect(await answering(() => Promise.reject(new TypeError('fetch failed'))).verify('x')).toBe('unavailable');
  });
});

describe('the sandbox captcha', () => {
  it('takes its own fresh tokens only', async () => {
    let now = 1_000_000;
    const key = Buffer.alloc(32, 1);
    const captcha = createSandboxCaptcha(key, () => now);
    const token = captcha.issue();
    expect(await captcha.verify(token)).toBe('passed');
    expect(captcha.issue()).not.toBe(token);
    for (const forged of [
      '',
      '.',
      'sandbox',
      `${token}x`,
      token.slice(1),
      token.replace('sandbox.1', 'sandbox.9'),
      createSandboxCaptcha(Buffer.alloc(32, 2), () => now).issue(),
    ]) {
      expect([forged, await captcha.verify(forged)]).toEqual([forged, 'refused']);
    }
    now += 121_000;
    expect(await captcha.verify(token)).toBe('refused');
  });
});
