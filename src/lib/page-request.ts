import type { AnalyticsName } from '#lib/browser/analytics.ts';
import type { CallInput, CallResponse } from '#contract/types.ts';
import type { PaymentSetup } from './payment-setup.ts';
import type { CallName } from '#contract/calls.ts';

/** Calls the platform from the server process, with the same rules as over HTTP. */
export type ServerCall = <N extends CallName>(
  name: N,
  input: CallInput<N>,
  signal?: AbortSignal,
) => Promise<{ data: CallResponse<N>; totalCount: string | null }>;

export interface SandboxMember {
  readonly handle: string;
  readonly username: string;
  readonly description: string;
}

export interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly isEntry?: boolean;
}

export interface PageRequest {
  readonly url: URL;
  readonly signedIn: boolean;
  readonly belongsTo: (slug: string) => Promise<boolean>;
  readonly call: ServerCall;
  readonly cookies: Readonly<Record<string, string>>;
  readonly nonce: string;
  /** Current time of the platform's clock, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly mode: 'embedded' | 'production';
  readonly analytics: AnalyticsName;
  /** Setup for card payments in the browser; null if the platform does not accept cards. */
  readonly payments: PaymentSetup | null;
  /** Members that the sandbox sign-in offers; empty outside embedded mode. */
  readonly sandboxMembers: readonly SandboxMember[];
  /** Path that starts sign-in at the identity provider; null without an identity provider. */
  readonly signInAt: string | null;
  /** Null under the development server, which serves source files directly. */
  readonly manifest: Readonly<Record<string, ManifestChunk>> | null;
}

export interface PageAnswer {
  readonly status: 200 | 302 | 403 | 404 | 500;
  readonly location?: string;
  /** Complete HTML document; empty for a redirect response. */
  readonly html: string;
}

export type RenderPage = (request: PageRequest) => Promise<PageAnswer>;
