import { isFromFrame, listenToFrame, postToFrame, type BillingInput, type ElementError, type FromFrame, type ToFrame } from './messages.ts';

type Created = { paymentMethod: Record<string, unknown> } | { error: ElementError };

const gone: ElementError = { type: 'validation_error', message: 'The card fields were closed before they answered.' };
let requests = 0;

export class FrameChannel {
  private readonly frame: HTMLIFrameElement;
  private readonly channel: string;
  private readonly stop: () => void;
  private readonly waiting = new Map<number, (message: FromFrame | null) => void>();
  /** Messages that wait until the frame is ready; null after these messages were sent. */
  private early: ToFrame[] | null = [];

  constructor(frame: HTMLIFrameElement, channel: string, heard: (message: FromFrame) => void) {
    this.frame = frame;
    this.channel = channel;
    this.stop = listenToFrame(
      () => frame.contentWindow,
      channel,
      isFromFrame,
      (message) => {
        if (message.kind !== 'submitted' && message.kind !== 'created') {
          const early = message.kind === 'ready' ? this.early : null;
          if (early) this.early = null;
          heard(message);
          for (const waiting of early ?? []) this.tell(waiting);
          return;
        }
        this.waiting.get(message.request)?.(message);
        this.waiting.delete(message.request);
      },
    );
  }

  tell(message: ToFrame): void {
    if (this.early) this.early.push(message);
    else if (this.frame.contentWindow) postToFrame(this.frame.contentWindow, this.channel, message);
  }

  async submit(): Promise<ElementError | null> {
    const answer = await this.ask((request) => ({ kind: 'submit', request }));
    return answer?.kind === 'submitted' ? answer.error : gone;
  }

  async create(publishableKey: string, billing: BillingInput | null, metadata: Record<string, string> | null): Promise<Created> {
    const answer = await this.ask((request) => ({ kind: 'create', request, publishableKey, billing, metadata }));
    if (answer?.kind !== 'created') return { error: gone };
    return answer.paymentMethod ? { paymentMethod: answer.paymentMethod } : { error: answer.error ?? gone };
  }

  close(): void {
    this.stop();
    for (const answer of this.waiting.values()) answer(null);
    this.waiting.clear();
  }

  private ask(question: (request: number) => ToFrame): Promise<FromFrame | null> {
    requests += 1;
    const request = requests;
    return new Promise((resolve) => {
      this.waiting.set(request, resolve);
      this.tell(question(request));
    });
  }
}
