import { messages, parse, PGlite, protocol, types, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';

const { serialize } = protocol;

/** Type IDs of array elements and of their arrays. These IDs are equal in every PostgreSQL database. */
export const arrayTypes: readonly (readonly [element: number, array: number])[] = [
  [types.BOOL, 1000],
  [types.INT8, 1016],
  [types.INT2, 1005],
  [types.INT4, 1007],
  [types.TEXT, 1009],
  [types.VARCHAR, 1015],
  [types.FLOAT4, 1021],
  [types.FLOAT8, 1022],
  [types.NUMERIC, 1231],
  [types.DATE, 1182],
  [types.TIMESTAMP, 1115],
  [types.TIMESTAMPTZ, 1185],
  [types.UUID, 2951],
  [types.JSON, 199],
  [types.JSONB, 3807],
];

interface Prepared {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly columns: readonly messages.BackendMessage[];
}

/** Page cache size of the engine. The default of 128 MB would be allocated at the start, although the system caches the same files. */
const smallBuffers = ['-c', 'shared_buffers=32MB'];

/** Maximum number of cached statements. All fixed statements of the program fit; generated statements are evicted. */
const mostPrepared = 300;
/** Maximum length in characters of a prepared statement. Longer statements contain many rows and do not repeat. */
const longest = 10_000;

/** Error codes for an unknown prepared statement, and for a statement whose result columns have changed. */
const outdated: ReadonlySet<string | undefined> = new Set(['26000', '0A000']);
const isOutdated = (error: unknown): boolean => outdated.has((error as { code?: string }).code);

const isPreparable = (text: string): boolean => text.length <= longest && /^\s*(select|with|insert|update|delete)\b/i.test(text);

/** All statements that do not start with `select` count as writes, including statements with a WITH clause. */
const isRead = (text: string): boolean => /^\s*select\b/i.test(text);

/**
 * Prepares each statement only once, because parsing and planning cost most of the time. Overrides private methods of PGlite. Can be
 * deleted once `query` prepares statements: https://github.com/electric-sql/pglite/issues/223.
 */
export class PreparedPGlite extends PGlite {
  /** By text, least recently used first. */
  readonly #prepared = new Map<string, Prepared>();
  readonly #beforeWrite: () => void;
  #names = 0;

  /**
   * @param dataDir the folder with the data; if absent, the data is in memory
   * @param beforeWrite called before each possible write; may throw
   */
  constructor(dataDir?: string, beforeWrite: () => void = () => undefined) {
    super({ startParams: [...PGlite.defaultStartParams, ...smallBuffers], ...(dataDir !== undefined && { dataDir }) });
    this.#beforeWrite = beforeWrite;
  }

  /**
   * Skips the query for array types that PGlite sends at the start. The query takes a tenth of the time between start and first response.
   */
  override async _initArrayTypes({ force = false } = {}): Promise<void> {
    if (force) return super._initArrayTypes({ force });
    for (const [element, array] of arrayTypes) {
      this.serializers[array] = (values: unknown[]) => types.arraySerializer(values, this.serializers[element], array);
      this.parsers[array] = (text: string) => types.arrayParser(text, this.parsers[element] ?? String, array);
    }
  }

  override async query<T>(text: string, params: unknown[] = [], options: QueryOptions = {}): Promise<Results<T>> {
    if (!isRead(text)) this.#beforeWrite();
    if (!isPreparable(text)) return super.query<T>(text, params, options);
    await this._checkReady();
    try {
      return await this._runExclusiveTransaction(async () => {
        const results = await this.#run<T>(text, params, options);
        await this.syncToFs();
        return results;
      });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return super.query<T>(text, params, options);
    }
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#beforeWrite();
    return super.transaction((tx) => {
      const query = async <R>(text: string, params: unknown[] = [], options: QueryOptions = {}): Promise<Results<R>> =>
        tx.closed || !isPreparable(text) ? tx.query<R>(text, params, options) : this.#run<R>(text, params, options);
      return work(Object.assign(Object.create(tx) as Transaction, { query }));
    });
  }

  #run<T>(text: string, params: readonly unknown[], options: QueryOptions): Promise<Results<T>> {
    return this._runExclusiveQuery(async () => {
      const prepared = this.#prepared.get(text) ?? (await this.#prepare(text));
      this.#prepared.delete(text);
      this.#prepared.set(text, prepared);
      const values = params.map((value, index) => this.#written(value, prepared.parameterTypes[index] ?? 0, options));
      const messages = await this.#tell(serialize.bind({ statement: prepared.name, values }), serialize.execute({})).catch(
        async (error: unknown) => {
          if (isOutdated(error)) await this.#forget(text, prepared);
          throw error;
        },
      );
      // Inherits the default parsers from the prototype, because copying hundreds of parsers takes longer than the read.
      const parsers = Object.assign(Object.create(this.parsers) as typeof this.parsers, options.parsers);
      const [results] = parse.parseResults([...prepared.columns, ...messages], parsers, { rowMode: options.rowMode ?? 'object' });
      if (!results) throw new Error('The database answered a statement with nothing');
      return results as Results<T>;
    });
  }

  #written(value: unknown, type: number, { serializers }: QueryOptions): string | null {
    if (value === null || value === undefined) return null;
    const serializer = serializers?.[type] ?? this.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  async #prepare(text: string): Promise<Prepared> {
    const [oldest] = this.#prepared;
    if (oldest && this.#prepared.size >= mostPrepared) await this.#forget(...oldest);
    const name = `statement_${(this.#names += 1)}`;
    const messages = await this.#tell(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    return {
      name,
      parameterTypes: parse.parseDescribeStatementResults(messages),
      columns: messages.filter(({ name: kind }) => kind === 'rowDescription'),
    };
  }

  /** Deletes a prepared statement. This also works in a failed transaction, because the database still processes Close messages there. */
  async #forget(text: string, { name }: Prepared): Promise<void> {
    this.#prepared.delete(text);
    await this.#tell(serialize.close({ type: 'S', name }));
  }

  /** @throws {Error} an error of the database; the connection can be used afterwards */
  async #tell(...said: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    const { messages } = await this.execProtocol(Buffer.concat([...said, serialize.sync()]), { syncToFs: false });
    return messages;
  }
}
