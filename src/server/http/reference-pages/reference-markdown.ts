import { productName } from '#lib/product.ts';
import type { ApiDocument } from '#server/reference/documents.ts';
import { guidePages } from '#server/reference/guides.ts';
import { adminDocument } from '#server/http/admin/admin-openapi.ts';
import { openApiDocument } from '#server/http/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const documentOf = ({ slug }: ApiDocument, secure: boolean): Document =>
  (slug === 'admin' ? adminDocument() : openApiDocument(secure)) as unknown as Document;

function callList(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      line: `- \`${method.toUpperCase()} ${path}\` (${operation.operationId}): ${operation.summary}`,
    })),
  );
  return document.tags
    .map(({ name, description = '' }) => {
      const lines = calls.filter(({ tags = [] }) => tags.includes(name)).map(({ line }) => line);
      return lines.length === 0 ? '' : `### ${name}\n\n${description}\n\n${lines.join('\n')}\n`;
    })
    .filter((text) => text !== '')
    .join('\n');
}

const pageList = guidePages.map(({ slug, title }) => `- [${title}](/docs/${slug}.md)`).join('\n');

export const referenceMarkdown = (documents: readonly ApiDocument[], secure: boolean): string =>
  [
    `# API reference - ${productName}`,
    `The documents have every field: ${documents.map(({ title, url }) => `[${title}](${url})`).join(', ')}.`,
    pageList,
    ...documents.map((document) => `## ${document.title}\n\n${callList(documentOf(document, secure))}`),
  ].join('\n\n');

/** Returns the list of documents for language models in the format of llmstxt.org. */
export const llmsText = (documents: readonly ApiDocument[]): string => `# ${productName}

> Billing of organizations: plans, usage, costs, invoices and payments, as an API for their programs and for the operator.
> No program pays: it proposes, and a member decides.

## Documents

${guidePages.map(({ slug, title }) => `- [${title}](/docs/${slug}.md)`).join('\n')}

## Reference

- [All calls](/docs.md): a line for each call
- Tools for agents: MCP at \`/mcp\`, with a token of the organization
${documents.map(({ title, url }) => `- [${title}](${url}): OpenAPI 3.1`).join('\n')}
`;
