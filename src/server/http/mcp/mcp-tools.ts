import { z } from 'zod/mini';
import type { CallInput } from '#contract/types.ts';
import { InvoiceId } from '#contract/shapes/common.ts';
import { LineId } from '#contract/shapes/invoice-line.ts';
import { PriceTagRequest } from '#contract/shapes/price-tags.ts';
import { ProposalRequest } from '#contract/shapes/proposals.ts';
import type { TokenScope } from '#contract/types.ts';
import type { ServerCall } from '#lib/page-request.ts';
import { notFound } from '#server/platform-error.ts';

/** Tools can neither make payments nor change settings. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly scope: TokenScope;
  /** True if the tool only reads; false if each call creates a proposal for members. */
  readonly isRead: boolean;
  readonly input: z.ZodMiniType;
  readonly run: (call: ServerCall, slug: string, input: unknown) => Promise<unknown>;
}

/** Maximum number of projects listed per invoice line. The tool `explain_line` returns all projects, page by page. */
const listedProjects = 5;

const instant = z.optional(z.string().check(z.maxLength(40)));

const ReadBill = z.strictObject({ invoice_id: z.optional(InvoiceId) });
const ExplainLine = z.strictObject({ line_id: LineId });
const Usage = z.strictObject({ project_ref: z.optional(z.string().check(z.maxLength(20))), start: instant, end: instant });
const Forecast = z.strictObject({
  cycles: z.optional(z.int().check(z.minimum(1), z.maximum(6))),
  assume: z.optional(z.enum(['none', 'rate'])),
});

async function readBill(call: ServerCall, slug: string, { invoice_id }: z.output<typeof ReadBill>): Promise<unknown> {
  if (invoice_id !== undefined) return (await call('getInvoiceLines', { params: { slug, invoice_id } })).data;
  return (await call('getUpcomingInvoice', { params: { slug }, query: { breakdown_limit: String(listedProjects) } })).data;
}

async function explainLine(call: ServerCall, slug: string, { line_id }: z.output<typeof ExplainLine>): Promise<unknown> {
  const { lines } = (await call('getUpcomingInvoice', { params: { slug }, query: {} })).data;
  const line = lines.find(({ id }) => id === line_id);
  if (!line) throw notFound('Line');
  return line;
}

const tool = <S extends z.ZodMiniType>(
  facts: Omit<McpTool, 'input' | 'run'>,
  input: S,
  run: (call: ServerCall, slug: string, input: z.output<S>) => Promise<unknown>,
): McpTool => ({ ...facts, input, run: (call, slug, given) => run(call, slug, given as z.output<S>) });

const reads = { scope: 'billing:read', isRead: true } as const;

export const mcpTools: readonly McpTool[] = [
  tool(
    {
      ...reads,
      name: 'read_bill',
      description:
        'Returns the upcoming invoice of the organization with its lines, or the lines of the invoice with this ID. Amounts of the upcoming invoice are in dollars.',
    },
    ReadBill,
    readBill,
  ),
  tool(
    {
      ...reads,
      name: 'explain_line',
      description:
        'Returns a line of the upcoming invoice with its calculation (used, included, billable, unit price) and its projects. `read_bill` lists the IDs.',
    },
    ExplainLine,
    explainLine,
  ),
  tool(
    {
      ...reads,
      name: 'usage',
      description: 'Returns the usage of each metric in the running cycle, or between two instants (ISO 8601), for all projects or one.',
    },
    Usage,
    async (call, slug, query) => (await call('getUsage', { params: { slug }, query } as CallInput<'getUsage'>)).data,
  ),
  tool(
    { ...reads, name: 'forecast', description: 'Lists the coming invoices and restrictions of up to 6 cycles, with amounts in cents.' },
    Forecast,
    async (call, slug, query) => (await call('getForecast', { params: { slug }, query } as CallInput<'getForecast'>)).data,
  ),
  tool(
    {
      ...reads,
      name: 'price_tag',
      description:
        'Returns what a project, branch, replica, compute size, add-on or usage would cost, in this cycle and in a full month, in cents. Buys nothing.',
    },
    PriceTagRequest,
    async (call, slug, body) => (await call('priceItem', { params: { slug }, body })).data,
  ),
  tool(
    {
      scope: 'propose',
      isRead: false,
      name: 'propose',
      description:
        'Asks the members who manage billing for a plan, the spend cap, a spending limit or credits. Nothing is charged or changed until a member approves and pays.',
    },
    ProposalRequest,
    async (call, slug, body) => (await call('createProposal', { params: { slug }, body })).data,
  ),
];
