/** What is known of a module when the build decides which file it travels in. */
export interface ModuleFacts {
  readonly code: string | null;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  readonly importedIds: readonly string[];
}

export interface ModuleGraph {
  readonly getModuleInfo: (id: string) => ModuleFacts | null;
}

type Next = (facts: ModuleFacts, graph: ModuleGraph) => readonly string[];

/** Whether a walk over the graph from a module comes to one that is looked for. Each module is asked once. */
function leadsTo(isFound: (id: string) => boolean, next: Next): (id: string, graph: ModuleGraph) => boolean {
  const known = new Map<string, boolean>();
  const walk = (id: string, graph: ModuleGraph, seen: Set<string>): boolean => {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    if (isFound(id)) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    const facts = graph.getModuleInfo(id);
    return facts !== null && next(facts, graph).some((other) => walk(other, graph, seen));
  };
  return (id, graph) => {
    const answer = walk(id, graph, new Set());
    known.set(id, answer);
    return answer;
  };
}

/** Imported by a toggle button for a context only: nothing here uses its toolbar, and the build drops it. */
const unused = /\/react-aria\/dist\/private\/toolbar\/useToolbar\.mjs$/;

const importers: Next = (facts) => facts.importers.filter((id) => !unused.test(id));

const entry = /\/src\/app\/entry-[^/]+$/;

/** True where the HTML that the server renders can hold the module: everything but what is imported on demand. */
export const isServerRendered = leadsTo(
  (id) => entry.test(id),
  (facts, graph) => [
    ...facts.importers,
    ...facts.dynamicImporters.filter(
      (importer) => entry.test(importer) || /(lazy|patient)Part\(/.test(graph.getModuleInfo(importer)?.code ?? ''),
    ),
  ],
);

const billing = String.raw`\/src\/billing\/`;
const first = new RegExp(
  String.raw`\/src\/app\/(entry-[^/]+|boot|App|pages\/OrganizationBillingPage)\.tsx?$|${billing}(subscription\/SubscriptionSection|upcoming-invoice\/UpcomingInvoiceSection)\.tsx$`,
);
const below = new RegExp(`${billing}sections-below\\.ts$`);
const invoices = new RegExp(`${billing}invoices\\/InvoicesSection\\.tsx$`);
const display = /\/src\/(app\/frame\/(AppBar|ManagedBy)|billing\/glance\/Glance|ui\/Toast\/ToastRegion)\.tsx$/;

const isFirst = leadsTo((id) => first.test(id), importers);
const isOfDisplay = leadsTo((id) => display.test(id), importers);
const isBelow = leadsTo((id) => below.test(id), importers);
const isOfInvoices = leadsTo((id) => invoices.test(id), importers);

/** Only forms write, though the package names these in one breath with what the first view reads with. */
const writing = /\/@tanstack\/(react-query|query-core)\/build\/modern\/(useMutation|mutationObserver)\.js$/;

const apiClient = /\/src\/(lib\/browser\/call|contract\/(page|billing|invoice)-calls)\.ts$/;
/** These have a chunk each: React for the staged start, other pages, two rare dialogs and the search because few see them, the costs by project, the working of a line, and charts. */
const alone =
  /^\0|^(vite|rolldown)\/|\/node_modules\/(react|react-dom|scheduler|@visx\/[a-z]+|d3-[a-z]+|internmap|classnames)\/|\/node_modules\/react-(aria|stately)\/dist\/private\/autocomplete\/|\/src\/(design\/|ui\/(BarChart|CommandMenu)\/|app\/(entry-|palette\/|pages\/(?!OrganizationBillingPage))|billing\/(usage\/|invoices\/ExportInvoices|email-recipients\/(MailChoicesEditor|use-mail-choices|mail-choices\.form)|upcoming-invoice\/(ProjectTable|ProjectCostRow|costs-by-project)|shared\/invoice-lines\/(LineWorking|working-rows))|lib\/metric-meanings|contract\/(?!shapes\/|typed-line|limits|query-period))/;

/** What components and the renderer share. Left to the bundler, a page without a staged start has it in its entry, which imports `first`. */
const domBase = /\/node_modules\/react-dom\/(index|cjs\/react-dom\.production)\.js$/;

/** With what stands in for a package. */
const packages = /\/(node_modules|src\/app\/build)\//;

/**
 * The chunk of a module; null leaves it to the bundler. A few large ones, since what travels together compresses together:
 * as many small files the same code is a tenth larger. In this order each imports only from those before it:
 * - `first`: what every first view of the billing page holds
 * - `dom`: the part of React's renderer that components call
 * - `api`: the client of the platform API, which comes with the first read
 * - `display`: the bar of every page and its menus, and the facts at a glance: both work as they were served
 * - `below`: the sections further down
 * - `invoices`: the last section, with the grid of past invoices
 * - `widgets`: the packages of all that follows
 * - `more`: dialogs, menus, panels and forms
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (apiClient.test(id)) return 'api';
  if (domBase.test(id)) return 'dom';
  if (alone.test(id)) return null;
  if (writing.test(id)) return 'widgets';
  if (isFirst(id, graph)) return 'first';
  if (isOfDisplay(id, graph)) return 'display';
  if (isBelow(id, graph)) return 'below';
  if (isOfInvoices(id, graph)) return 'invoices';
  // Few pages have a restriction or a waiting change.
  if (isServerRendered(id, graph)) return null;
  return packages.test(id) ? 'widgets' : 'more';
}
