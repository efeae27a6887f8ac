import { newId } from './ids.ts';

/**
 * Effect of a scripted fault on a request. A fault affects the next `times` matching requests or events. Faults are kept in memory only.
 */
export type RequestEffect =
  | 'timeout_before'
  | 'timeout_after'
  | 'lost_before'
  | 'lost_after'
  /** Response 409, as if another request had locked the object. */
  | 'conflict'
  /** Response 429, with a Retry-After header if `retryAfterSeconds` is set. */
  | 'rate_limit'
  /** Response 500 before the request is executed. Nothing is stored. */
  | 'server_error_before'
  /** Response 500 after the request is executed. The response is stored under the idempotency key. */
  | 'server_error_after'
  | 'delay';

/** drop: the event is never delivered, but is in the event list. reorder: the event is delivered after later events. */
export type EventEffect = 'drop' | 'duplicate' | 'reorder';

export interface RequestFault {
  on: 'request';
  effect: RequestEffect;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path below /v1. `:any` matches one segment, as in `/payment_intents/:any/confirm`. If absent, every path matches. */
  path?: string;
  keyContains?: string;
  delayMs?: number;
  retryAfterSeconds?: number;
  times: number;
}

export interface EventFault {
  on: 'event';
  effect: EventEffect;
  /** Event type, such as `charge.succeeded`, or a pattern: `*` or `charge.*`. */
  type?: string;
  times: number;
}

export interface ScriptFault {
  on: 'script';
  effect: 'missing';
  /** File name such as `stripe.js`. If absent, the fault affects every script. */
  file?: string;
  times: number;
}

export interface CaptchaFault {
  on: 'captcha';
  effect: 'challenge';
  times: number;
}

export interface PlatformFault {
  on: 'platform';
  /** `call_fails`: a call returns 500. `extension_missing`: the platform does not report an API extension that it supports. */
  effect: 'call_fails' | 'extension_missing';
  /** Name of the call, such as `putTaxId`, or of the API extension, such as `billing-details`. */
  name: string;
  times: number;
}

export type Fault = RequestFault | EventFault | ScriptFault | CaptchaFault | PlatformFault;
export type ScriptedFault = Fault & { id: string };

export const requestEffects: readonly RequestEffect[] = [
  'timeout_before',
  'timeout_after',
  'lost_before',
  'lost_after',
  'conflict',
  'rate_limit',
  'server_error_before',
  'server_error_after',
  'delay',
];
export const platformEffects: readonly PlatformFault['effect'][] = ['call_fails', 'extension_missing'];
export const eventEffects: readonly EventEffect[] = ['drop', 'duplicate', 'reorder'];

export class Faults {
  private scripted: ScriptedFault[] = [];

  add(fault: Fault): ScriptedFault {
    const added = { ...fault, id: newId('fault') };
    this.scripted.push(added);
    return added;
  }

  remove(id: string): void {
    this.scripted = this.scripted.filter((fault) => fault.id !== id);
  }

  clear(): void {
    this.scripted = [];
  }

  list(): readonly ScriptedFault[] {
    return this.scripted;
  }

  /** Reduces the remaining count of the returned fault. */
  takeForRequest(method: string, path: string, key: string | null): RequestFault | null {
    const found = this.scripted.find(
      (fault): fault is ScriptedFault & RequestFault =>
        fault.on === 'request' &&
        (fault.method === undefined || fault.method === method) &&
        (fault.path === undefined || fitsPath(fault.path, path)) &&
        (fault.keyContains === undefined || (key?.includes(fault.keyContains) ?? false)),
    );
    return found ? this.use(found) : null;
  }

  takeForEvent(type: string, fits: (pattern: string, type: string) => boolean): EventFault | null {
    const found = this.scripted.find((fault): fault is ScriptedFault & EventFault => fault.on === 'event' && fits(fault.type ?? '*', type));
    return found ? this.use(found) : null;
  }

  takeForScript(file: string): ScriptFault | null {
    const found = this.scripted.find(
      (fault): fault is ScriptedFault & ScriptFault => fault.on === 'script' && (fault.file ?? file) === file,
    );
    return found ? this.use(found) : null;
  }

  takeForCaptcha(): CaptchaFault | null {
    const found = this.scripted.find((fault): fault is ScriptedFault & CaptchaFault => fault.on === 'captcha');
    return found ? this.use(found) : null;
  }

  takeForPlatform(effect: PlatformFault['effect'], name: string): PlatformFault | null {
    const found = this.scripted.find(
      (fault): fault is ScriptedFault & PlatformFault => fault.on === 'platform' && fault.effect === effect && fault.name === name,
    );
    return found ? this.use(found) : null;
  }

  private use<Kind extends ScriptedFault>(fault: Kind): Kind {
    fault.times -= 1;
    if (fault.times <= 0) this.remove(fault.id);
    return fault;
  }
}

function fitsPath(pattern: string, path: string): boolean {
  const [wanted, pathParts] = [pattern.split('/'), path.split('/')];
  return wanted.length === pathParts.length && wanted.every((part, index) => part === ':any' || part === pathParts[index]);
}
