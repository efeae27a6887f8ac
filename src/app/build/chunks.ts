export interface ModuleFacts {
  readonly code: string | null;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  readonly importedIds: readonly string[];
}

export interface ModuleGraph {
  readonly getModuleInfo: (id: string) => ModuleFacts | null;
}

type Next = (facts: ModuleFacts, graph: ModuleGraph, id: string) => readonly string[];

/** Returns a test: does `next` lead from a module to a module that `isFound` accepts? The test caches its results. */
function leadsTo(isFound: (id: string) => boolean, next: Next): (id: string, graph: ModuleGraph) => boolean {
  const known = new Map<string, boolean>();
  const walk = (id: string, graph: ModuleGraph, visited: Set<string>): boolean => {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    if (isFound(id)) return true;
    if (visited.has(id)) return false;
    visited.add(id);
    const facts = graph.getModuleInfo(id);
    return facts !== null && next(facts, graph, id).some((other) => walk(other, graph, visited));
  };
  return (id, graph) => {
    const answer = walk(id, graph, new Set());
    known.set(id, answer);
    return answer;
  };
}

/** Toggle buttons use only a React context of this module. The build drops the module's toolbar code, because no component uses it. */
const unused = /\/react-aria\/dist\/private\/toolbar\/useToolbar\.mjs$/;

const importers: Next = (facts) => facts.importers.filter((id) => !unused.test(id));

const entry = /\/src\/app\/entry-[^/]+$/;

/**
 * Creates a filter for modules that an entry imports, directly or through other modules. A dynamic import counts only if the server renders
 * the imported component and `isFollowed` accepts its module.
 */
const rendered = (isFollowed: (id: string) => boolean) =>
  leadsTo(
    (id) => entry.test(id),
    (facts, graph, id) => [
      ...facts.importers,
      ...facts.dynamicImporters.filter(
        (importer) => isFollowed(id) && (entry.test(importer) || /(lazy|patient)Part\(/.test(graph.getModuleInfo(importer)?.code ?? '')),
      ),
    ],
  );

/** Returns true if HTML from the server can contain the module: all modules except those that are imported on demand. */
export const isServerRendered = rendered(() => true);

const otherPage = /\/src\/app\/pages\/(?!OrganizationBillingPage)\w+\.tsx$/;

const isOfBillingPage = rendered((id) => !otherPage.test(id));

/** Returns the style sheet of a module that the server renders. Every page loads 'page'; all pages but the billing page load 'pages'. */
export function sheetOf(id: string, graph: ModuleGraph): 'page' | 'pages' | null {
  if (!id.endsWith('.css') || !isServerRendered(id, graph)) return null;
  return isOfBillingPage(id, graph) ? 'page' : 'pages';
}

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

/** Code of mutations. Only forms use it, so this rule keeps it out of the chunk `first`. */
const writing = /\/@tanstack\/(react-query|query-core)\/build\/modern\/(useMutation|mutationObserver)\.js$/;

const apiClient = /\/src\/(lib\/browser\/call|contract\/(page|billing|invoice)-calls)\.ts$/;
/** Modules with separate chunks: React, which starts in several steps, and pages, dialogs and charts that few members open. */
const alone =
  /^\0|^(vite|rolldown)\/|\/node_modules\/(react|react-dom|scheduler|@visx\/[a-z]+|d3-[a-z]+|internmap|classnames)\/|\/node_modules\/react-(aria|stately)\/dist\/private\/autocomplete\/|\/src\/(design\/|ui\/(BarChart|LineChart|CommandMenu)\/|app\/(entry-|palette\/|pages\/(?!OrganizationBillingPage))|billing\/(usage\/|statement\/|tokens\/|proposals\/|credits\/CreditChart|invoices\/ExportInvoices|email-recipients\/(EmailChoicesEditor|use-email-choices|email-choices\.form)|budgets\/(ComingEvents|coming-messages)|upcoming-invoice\/(ProjectTable|ProjectCostRow|costs-by-project|price-tag\/(?!.*\.css))|shared\/invoice-lines\/(LineWorking|working-rows))|lib\/(metric-meanings|csv|statement\/|texts\/statement)|contract\/(?!shapes\/|typed-line|limits|query-period))/;

/**
 * The part of react-dom that components import. It must not be in an entry chunk. Otherwise, chunks with components would import the entry
 * chunk and, through it, `first`.
 */
const domBase = /\/node_modules\/react-dom\/(index|cjs\/react-dom\.production)\.js$/;

const packages = /\/(node_modules|src\/app\/build)\//;

/**
 * Returns the chunk of a module, or null to leave it to the bundler. Few large chunks compress about 10% better than many small ones.
 * Each chunk imports only from the chunks above it in this list:
 * - `first`: code of every first view of the billing page
 * - `dom`: the part of React's renderer that components call
 * - `api`: the client of the platform API, loaded with the first read
 * - `display`: the bar of every page, its menus, and the key figures; their HTML works before hydration
 * - `below`: the sections further down
 * - `invoices`: the last section, with the grid of past invoices
 * - `widgets`: the packages that `more` imports
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
  // Code for restrictions and pending changes is rarely needed, so the bundler chooses its chunks.
  if (isServerRendered(id, graph)) return null;
  return packages.test(id) ? 'widgets' : 'more';
}
