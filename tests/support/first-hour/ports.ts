import { parseArgs } from 'node:util';

interface Probe {
  readonly isFreePort: (port: number) => Promise<boolean>;
  readonly freePort: () => Promise<number>;
}

interface Ports {
  readonly processPorts: readonly number[];
  readonly frontPort: number;
}

const usage = 'npm run first-hour -- [--front 4443] [--ports 4101,4102]; auto takes free ones';

/** @throws {Error} with a one-sentence message if a port is in use or the arguments are invalid */
export async function portsIn(words: readonly string[], { isFreePort, freePort }: Probe): Promise<Ports> {
  const options = read(words);
  const portOf = async (text: string): Promise<number> => {
    const port = text === 'auto' ? await freePort() : Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${text} is not a port: ${usage}.`);
    if (!(await isFreePort(port))) throw new Error(`Port ${port} is in use; choose others: ${usage}.`);
    return port;
  };
  const processPorts: number[] = [];
  for (const text of options.ports === 'auto' ? ['auto', 'auto'] : options.ports.split(',')) processPorts.push(await portOf(text.trim()));
  return { processPorts, frontPort: await portOf(options.front) };
}

function read(words: readonly string[]): { readonly front: string; readonly ports: string } {
  const options = { front: { type: 'string', default: '4443' }, ports: { type: 'string', default: '4101,4102' } } as const;
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}: ${usage}.`, { cause });
  }
}
