import { newId } from './ids.ts';

/**
 * Scripted faults of the network and of the gateway, kept in memory only. Each acts on the next `times` requests or
 * events that it fits.
 */
export type RequestEffect =
  /** The request never arrives, and the caller waits in vain. */
  | 'timeout_before'
  /** The request is carried out, and the caller waits in vain for its answer. */
  | 'timeout_after'
  /** The connection breaks before anything happened. */
  | 'lost_before'
  /** The request is carried out, then the connection breaks. */
  | 'lost_after'
  /** 409: another request holds the object. */
  | 'conflict'
  /** 429, with Retry-After where seconds are given. */
  | 'rate_limit'
  /** 500 from the edge: nothing was done, nothing is remembered. */
  | 'server_error_before'
  /** 500 after the request was carried out; remembered under the idempotency key. */
  | 'server_error_after'
  /** The answer comes late. */
  | 'delay';

export type EventEffect =
  /** Never delivered; the event is in the list of events all the same. */
  | 'drop'
  /** Delivered twice. */
  | 'duplicate'
  /** Delivered after the events that follow it. */
  | 'reorder';

export interface RequestFault {
  on: 'request';
  effect: RequestEffect;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path below /v1 with `:any` for any one part, as in `/payment_intents/:any/confirm`; every path when absent. */
  path?: string;
  /** Only requests whose idempotency key contains this. */
  keyContains?: string;
  delayMs?: number;
  retryAfterSeconds?: number;
  times: number;
}

export interface EventFault {
  on: 'event';
  effect: EventEffect;
  /** Event type, or `*`, or `charge.*`. */
  type?: string;
  times: number;
}

/** A script that browsers ask for does not come. */
export interface ScriptFault {
  on: 'script';
  effect: 'missing';
  /** Name of the file, as in `stripe.js`; every script when absent. */
  file?: string;
  times: number;
}

/** The captcha, which is silent otherwise, shows its challenge. */
export interface CaptchaFault {
  on: 'captcha';
  effect: 'challenge';
  times: number;
}

/** The platform itself, which embeds this gateway, does less than it should. */
export interface PlatformFault {
  on: 'platform';
  /** A call answers 500, or an extension is not among those that the platform says it serves. */
  effect: 'call_fails' | 'extension_missing';
  /** Name of the call or of the extension, as in `putTaxId` and `billing-details`. */
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

  /** Uses up one time of the first fault that fits the request. */
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
