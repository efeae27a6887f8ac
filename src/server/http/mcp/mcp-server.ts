import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/mini';
import { CallError } from '#lib/call-error.ts';
import type { ServerCall } from '#lib/page-request.ts';
import type { CallingToken } from '#server/domain/access.ts';
import { PlatformError } from '#server/platform-error.ts';
import { mcpTools, type McpTool } from './mcp-tools.ts';

const version = '1';
const instructions =
  'Billing of one organization: costs, usage and prices. No tool pays or changes a setting; `propose` asks a member, who decides in the browser.';

const toolView = ({ name, description, input, isRead }: McpTool) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations: { readOnlyHint: isRead, destructiveHint: false, openWorldHint: false },
  };
};

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

const fieldWords = (fields: readonly { readonly path: string; readonly message: string }[]): string =>
  fields.map(({ path, message }) => `${path.replace(/^body\./, '')}: ${message}`).join('; ');

/** Runs a tool. A platform error becomes the result of the tool, so that the calling program can correct its call. */
async function runTool({ input, run }: McpTool, call: ServerCall, slug: string, given: unknown): Promise<CallToolResult> {
  const parsed = input.safeParse(given ?? {});
  if (!parsed.success) return failed(fieldWords(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))));
  try {
    const data = await run(call, slug, parsed.data);
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data as Record<string, unknown> };
  } catch (error) {
    if (error instanceof CallError) return failed([error.message, fieldWords(error.fields)].filter((text) => text !== '').join('. '));
    if (error instanceof PlatformError) return failed(error.message);
    throw error;
  }
}

/** Returns a server for one request. The endpoint is stateless, so any process can respond. Lists only tools of the token's scopes. */
function mcpServer(call: ServerCall, { scopes, organization }: CallingToken): Server {
  const server = new Server({ name: 'organization-billing', version }, { capabilities: { tools: {} }, instructions });
  const tools = mcpTools.filter(({ scope }) => scopes.includes(scope));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toolView) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = mcpTools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`);
    if (!tools.includes(tool)) return failed(`This token lacks the scope ${tool.scope}`);
    return runTool(tool, call, organization.slug, params.arguments);
  });
  return server;
}

export async function answerMcpMessage(request: Request, call: ServerCall, token: CallingToken): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = mcpServer(call, token);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}
