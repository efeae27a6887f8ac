import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import type { ManifestChunk, RenderPage } from '#lib/page-request.ts';
import type { Context } from '#server/context.ts';
import type { CallingToken, OrganizationScope, SignedInMember } from '#server/domain/access.ts';

export interface Identity {
  readonly member: SignedInMember;
  /** Organization of the call; null if it does not exist or the member does not belong to it. Responses do not distinguish these cases. */
  readonly organization: OrganizationScope | null;
  /** Public ID of the session; null for a bearer token of the identity provider. */
  readonly sessionId: string | null;
}

export interface Caller {
  readonly identify: (slug?: string) => Promise<Identity | null>;
  /** Returns the organization token; null for other credentials. @throws {PlatformError} 401 if the token is unknown or has ended */
  readonly token: () => Promise<CallingToken | null>;
  readonly holds: (secret: string) => boolean;
}

export interface HttpEnvironment {
  Bindings: {
    isAdminPort?: boolean;
  };
  Variables: SecureHeadersVariables & {
    requestId: string;
    route: string | undefined;
    /** Caller of the request, set if the request queue has looked up the caller. */
    caller: Caller | undefined;
    /** Rate limit headers of the response; undefined until the request has been counted for a key. */
    rateLimit: Readonly<Record<string, string>> | undefined;
    tokenId: string | undefined;
  };
}

export type HttpContext = HonoContext<HttpEnvironment>;

export interface Page {
  readonly render: RenderPage;
  /** Manifest of the client build; null under the development server. */
  readonly manifest: Readonly<Record<string, ManifestChunk>> | null;
  readonly assets: MiddlewareHandler;
  /** Folder with the files of the API reference; absent if the build does not contain them. */
  readonly reference?: string;
}

export interface WebContext extends Context {
  readonly page: Page;
  /** True if browsers use https to reach this server. */
  readonly secure: boolean;
}
