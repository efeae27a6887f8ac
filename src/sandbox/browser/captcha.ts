import { askForWord } from './captcha-challenge.ts';
import { isRecord } from './messages.ts';

/** This script defines `hcaptcha` with an invisible captcha, for pages that load this script instead of hCaptcha's script. */

interface WidgetOptions {
  callback?: (token: string) => void;
  'open-callback'?: () => void;
  'close-callback'?: () => void;
  'error-callback'?: (code: string) => void;
}

interface Widget {
  options: WidgetOptions;
  response: string;
  close: (() => void) | null;
}

const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const base = new URL('.', source).pathname.replace(/\/$/, '');
const widgets = new Map<string, Widget>();

async function ask(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok || !isRecord(answer)) throw new Error(`The captcha answered ${response.status}`);
  return answer;
}

async function challenge(widget: Widget, question: Record<string, unknown>): Promise<string | null> {
  widget.options['open-callback']?.();
  // Gives the page time to hide its dialogs.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { answered, close } = askForWord(String(question['word']), async (word) => {
    const { token } = await ask('solve', { id: question['id'], word });
    return typeof token === 'string' ? token : null;
  });
  widget.close = close;
  const token = await answered;
  widget.close = null;
  widget.options['close-callback']?.();
  return token;
}

async function execute(id: string): Promise<{ response: string; key: string }> {
  const widget = widgets.get(id);
  if (!widget) throw failure('invalid-captcha-id');
  let token: string | null;
  try {
    const answer = await ask('execute', {});
    token = isRecord(answer['challenge']) ? await challenge(widget, answer['challenge']) : String(answer['token']);
  } catch {
    widget.options['error-callback']?.('network-error');
    throw failure('network-error');
  }
  if (token === null) {
    widget.options['error-callback']?.('challenge-closed');
    throw failure('challenge-closed');
  }
  widget.response = token;
  widget.options.callback?.(token);
  return { response: token, key: '' };
}

const failure = (code: string): Error => new Error(code);

function reset(id: string): void {
  const widget = widgets.get(id);
  if (widget) widget.response = '';
}

const api = {
  render: (_: unknown, options: WidgetOptions): string => {
    const id = `captcha-${widgets.size}`;
    widgets.set(id, { options, response: '', close: null });
    return id;
  },
  execute: (id: string, options?: { async?: boolean }) => {
    const done = execute(id);
    if (options?.async) return done;
    done.catch(() => undefined);
  },
  close: (id: string) => widgets.get(id)?.close?.(),
  reset,
  remove: (id: string) => {
    widgets.get(id)?.close?.();
    reset(id);
  },
  getResponse: (id: string) => widgets.get(id)?.response ?? '',
  getRespKey: () => '',
  setData: () => {},
};

Object.assign(window, { hcaptcha: api });
