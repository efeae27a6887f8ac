/** Messages between a page and its frames. Each side accepts only valid messages from the expected window and origin. */

export interface BillingInput {
  address?: Record<string, string | null>;
  email?: string | null;
  name?: string | null;
  phone?: string | null;
}

export interface FrameSettings {
  theme: string | null;
  contrast: string | null;
  density: string | null;
  background: string | null;
  variables: Record<string, string>;
  showCountry: boolean;
  showPostalCode: boolean;
  country: string | null;
  postalCode: string | null;
  disabled: boolean;
}

export interface ElementError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  [field: string]: unknown;
}

export interface CardChange {
  empty: boolean;
  complete: boolean;
  brand: string;
  error: ElementError | null;
  postalCode: string;
}

export type ToFrame =
  | { kind: 'configure'; settings: FrameSettings }
  | { kind: 'focus' }
  /** Way in which the frame received the focus: Tab, Shift+Tab, or anything else (`returned`). */
  | { kind: 'entered'; way: 'forward' | 'backward' | 'returned' }
  | { kind: 'blur' }
  | { kind: 'clear' }
  | { kind: 'submit'; request: number }
  | { kind: 'create'; request: number; publishableKey: string; billing: BillingInput | null; metadata: Record<string, string> | null };

export type FromFrame =
  | { kind: 'ready' }
  | { kind: 'resize'; height: number }
  | { kind: 'change'; change: CardChange }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'escape' }
  | { kind: 'enter' }
  | { kind: 'submitted'; request: number; error: ElementError | null }
  | { kind: 'created'; request: number; paymentMethod: Record<string, unknown> | null; error: ElementError | null };

export type FromChallenge =
  | { kind: 'challenge-ready' }
  | { kind: 'challenge-size'; height: number }
  | { kind: 'challenge-done' }
  | { kind: 'challenge-abandoned' };

const marker = 'sandbox-gateway';

export function postToFrame(target: Window, channel: string, message: ToFrame | FromFrame | FromChallenge): void {
  target.postMessage({ marker, channel, message }, location.origin);
}

export function listenToFrame<Message>(
  from: () => Window | null,
  channel: string,
  isMessage: (value: unknown) => value is Message,
  heard: (message: Message) => void,
): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== location.origin || event.source === null || event.source !== from()) return;
    const { data } = event;
    if (!isRecord(data) || data['marker'] !== marker || data['channel'] !== channel || !isMessage(data['message'])) return;
    heard(data['message']);
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
}

export function isFromFrame(value: unknown): value is FromFrame {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'ready':
    case 'focus':
    case 'blur':
    case 'escape':
    case 'enter':
      return true;
    case 'resize':
      return isSize(value['height']);
    case 'change':
      return isChange(value['change']);
    case 'submitted':
      return isNumber(value['request']) && isErrorOrNull(value['error']);
    case 'created':
      return (
        isNumber(value['request']) && isErrorOrNull(value['error']) && (value['paymentMethod'] === null || isRecord(value['paymentMethod']))
      );
    default:
      return false;
  }
}

export function isToFrame(value: unknown): value is ToFrame {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'focus':
    case 'blur':
    case 'clear':
      return true;
    case 'entered':
      return value['way'] === 'forward' || value['way'] === 'backward' || value['way'] === 'returned';
    case 'submit':
      return isNumber(value['request']);
    case 'create':
      return (
        isNumber(value['request']) &&
        typeof value['publishableKey'] === 'string' &&
        (value['billing'] === null || isRecord(value['billing'])) &&
        (value['metadata'] === null || isRecord(value['metadata']))
      );
    case 'configure':
      return isSettings(value['settings']);
    default:
      return false;
  }
}

export function isFromChallenge(value: unknown): value is FromChallenge {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'challenge-size') return isSize(value['height']);
  return value['kind'] === 'challenge-ready' || value['kind'] === 'challenge-done' || value['kind'] === 'challenge-abandoned';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
const isSize = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 10_000;
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isErrorOrNull = (value: unknown): boolean =>
  value === null || (isRecord(value) && typeof value['type'] === 'string' && typeof value['message'] === 'string');

function isChange(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['empty'] === 'boolean' &&
    typeof value['complete'] === 'boolean' &&
    typeof value['brand'] === 'string' &&
    typeof value['postalCode'] === 'string' &&
    isErrorOrNull(value['error'])
  );
}

function isSettings(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value['variables'])) return false;
  const texts = ['theme', 'contrast', 'density', 'background', 'country', 'postalCode'].every((name) => isTextOrNull(value[name]));
  const flags = ['showCountry', 'showPostalCode', 'disabled'].every((name) => typeof value[name] === 'boolean');
  return texts && flags && Object.values(value['variables']).every((entry) => typeof entry === 'string');
}
