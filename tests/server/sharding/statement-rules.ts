import { parsePlPgSQLSync, parseSync } from '@libpg-query/parser';

export type Spread = ReadonlyMap<string, string>;

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((tree, key) => (isTree(tree) ? tree[key] : undefined), value);

interface Source {
  readonly alias: string;
  readonly table: string | null;
}

function columnOf(node: unknown): readonly [alias: string | null, column: string] | null {
  const inner = at(node, 'TypeCast', 'arg') ?? node;
  const fields = listOf(at(inner, 'ColumnRef', 'fields')).map((field) => at(field, 'String', 'sval'));
  const column = fields.at(-1);
  if (typeof column !== 'string') return null;
  const alias = fields.at(-2);
  return [typeof alias === 'string' ? alias : null, column];
}

const statementKinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

function conjuncts(condition: unknown): readonly unknown[] {
  const bool = at(condition, 'BoolExpr');
  if (at(bool, 'boolop') === 'AND_EXPR') return listOf(at(bool, 'args')).flatMap(conjuncts);
  return condition === undefined ? [] : [condition];
}

function sourcesOf(from: unknown, spread: Spread, known: ReadonlySet<string>): { sources: Source[]; joins: unknown[]; using: string[] } {
  const found = { sources: [] as Source[], joins: [] as unknown[], using: [] as string[] };
  const visit = (node: unknown): void => {
    const relation = at(node, 'RangeVar') ?? (isTree(node) && 'relname' in node ? node : undefined);
    if (relation !== undefined) {
      const name = String(at(relation, 'relname'));
      const isSpread = spread.has(name) && !known.has(name) && at(relation, 'schemaname') === undefined;
      found.sources.push({ alias: String(at(relation, 'alias', 'aliasname') ?? name), table: isSpread ? name : null });
      return;
    }
    const join = at(node, 'JoinExpr');
    if (join !== undefined) {
      visit(at(join, 'larg'));
      visit(at(join, 'rarg'));
      found.joins.push(...conjuncts(at(join, 'quals')));
      found.using.push(...listOf(at(join, 'usingClause')).map((name) => String(at(name, 'String', 'sval'))));
      return;
    }
    for (const kind of ['RangeSubselect', 'RangeFunction'])
      if (at(node, kind) !== undefined) found.sources.push({ alias: String(at(node, kind, 'alias', 'aliasname')), table: null });
  };
  for (const node of listOf(from)) visit(node);
  return found;
}

/** In each pair, the left expression equals the right expression or is one of its elements. */
function equalities(condition: unknown): readonly (readonly [unknown, unknown])[] {
  const expression = at(condition, 'A_Expr');
  const kind = at(expression, 'kind');
  const operator = at(listOf(at(expression, 'name'))[0], 'String', 'sval');
  if (operator === '=' && (kind === 'AEXPR_OP' || kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY')) {
    const [left, right] = [at(expression, 'lexpr'), at(expression, 'rexpr')];
    const [lefts, rights] = [at(left, 'RowExpr', 'args'), at(right, 'RowExpr', 'args')];
    if (Array.isArray(lefts) && Array.isArray(rights)) return lefts.map((one, index) => [one, rights[index]] as const);
    if (Array.isArray(lefts)) return lefts.map((one) => [one, right] as const);
    return [[left, right]];
  }
  const link = at(condition, 'SubLink');
  if (at(link, 'subLinkType') === 'ANY_SUBLINK') {
    const test = at(link, 'testexpr');
    return (listOf(at(test, 'RowExpr', 'args')).length > 0 ? listOf(at(test, 'RowExpr', 'args')) : [test]).map((one) => [one, null]);
  }
  return [];
}

function existences(condition: unknown, spread: Spread): readonly (readonly [unknown, unknown])[] {
  const select =
    at(condition, 'SubLink', 'subLinkType') === 'EXISTS_SUBLINK' ? at(condition, 'SubLink', 'subselect', 'SelectStmt') : undefined;
  const names = listOf(at(select, 'fromClause')).map((one) => String(at(one, 'RangeVar', 'relname')));
  return names.length === 0 || names.some((name) => spread.has(name)) ? [] : conjuncts(at(select, 'whereClause')).flatMap(equalities);
}

/** This function ignores subqueries. */
function unboundSources(kind: string, body: unknown, spread: Spread, known: ReadonlySet<string>): string[] {
  const target = kind === 'SelectStmt' ? [] : [at(body, 'relation')];
  const lists = [...target, ...listOf(at(body, 'fromClause')), ...listOf(at(body, 'usingClause'))];
  if (kind === 'InsertStmt') {
    const name = String(at(body, 'relation', 'relname'));
    const column = spread.get(name);
    const named = listOf(at(body, 'cols')).map((one) => at(one, 'ResTarget', 'name'));
    // The id of a new organization is its distribution column, so the insert needs no condition.
    return column === undefined || known.has(name) || column === 'id' || named.includes(column) ? [] : [name];
  }
  const { sources, joins, using } = sourcesOf(lists, spread, known);
  const spreadSources = sources.filter(({ table }) => table !== null);
  if (spreadSources.length === 0) return [];
  const keyOf = new Map(spreadSources.map(({ alias, table }) => [alias, spread.get(table ?? '') ?? '']));
  /** Returns the alias of the source if the expression is a distribution column, `value` for a known value, otherwise null. */
  const place = (node: unknown): string | null => {
    const column = columnOf(node);
    if (column === null) return node === undefined || node === null || isTree(node) ? 'value' : null;
    const [alias, name] = column;
    if (alias === null) {
      const owner = spreadSources.find((source) => keyOf.get(source.alias) === name);
      return owner?.alias ?? (sources.length === 1 && !known.has(name) ? null : 'value');
    }
    if (keyOf.has(alias)) return keyOf.get(alias) === name ? alias : null;
    return 'value';
  };
  const bound = new Set(['value']);
  const pairs = [...joins, ...conjuncts(at(body, 'whereClause'))]
    .flatMap((condition) => [...equalities(condition), ...existences(condition, spread)])
    .map(([left, right]) => [place(left), place(right)] as const)
    .filter(([left, right]) => left !== null && right !== null);
  for (const name of using) {
    const owners = spreadSources.filter(({ alias }) => keyOf.get(alias) === name).map(({ alias }) => alias);
    owners.forEach((alias, index) => pairs.push([alias, owners[index - 1] ?? (owners.length === 1 ? 'value' : alias)]));
  }
  for (let grows = true; grows;) {
    grows = false;
    for (const [left, right] of pairs)
      if (left !== null && right !== null && bound.has(left) !== bound.has(right)) {
        bound.add(left).add(right);
        grows = true;
      }
  }
  return spreadSources.filter(({ alias }) => !bound.has(alias)).map(({ table }) => table ?? '');
}

/** Tables without a condition (`=`, `in` or `any`) on the organization. `known`: names that need none, such as transition tables. */
export function unboundTables(text: string, spread: Spread, known: readonly string[] = []): string[] {
  const found: string[] = [];
  const visit = (node: unknown, names: ReadonlySet<string>): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, names);
      return;
    }
    if (!isTree(node)) return;
    const kind = statementKinds.find((one) => one in node);
    let inner = names;
    if (kind !== undefined) {
      const ctes = listOf(at(node, kind, 'withClause', 'ctes')).map((cte) => String(at(cte, 'CommonTableExpr', 'ctename')));
      inner = new Set([...names, ...ctes]);
      found.push(...unboundSources(kind, node[kind], spread, inner));
    }
    // The parser returns the two SELECTs of a union without SelectStmt nodes.
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'larg' || key === 'rarg') && isTree(value) && 'targetList' in value) visit({ SelectStmt: value }, inner);
      else visit(value, inner);
    }
  };
  visit(parseSync(text), new Set(known));
  return found;
}

export function statementsOfFunction(definition: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isTree(node)) return;
    const query = at(node, 'PLpgSQL_expr', 'query');
    if (typeof query === 'string') found.push(query);
    Object.values(node).forEach(visit);
  };
  visit(parsePlPgSQLSync(definition));
  // The parser returns conditions and values without SELECT, and assignments as `variable := value`.
  return found.map((query) => {
    const bare = query.trim();
    if (/^(select|insert|update|delete|with|perform)\b/i.test(bare)) return bare.replace(/^perform\b/i, 'select');
    return `select ${bare.replace(/^[\w.]+\s*:=/, '')}`;
  });
}
