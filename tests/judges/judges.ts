export interface Judge {
  readonly name: string;
  readonly what: string;
  readonly command: readonly string[];
  readonly needsFolder?: true;
}

export interface JudgeResult {
  readonly passed: boolean;
  readonly commit: string;
  /** Date of the start in UTC, in ISO format. */
  readonly date: string;
  readonly seconds: number;
  /** Seconds of a loop of 1e9 additions on the machine of the run. */
  readonly loop_seconds: number;
}

export const judges: readonly Judge[] = [
  { name: 'audit', what: 'four accessibility engines over every state, theme and width', command: ['npm', 'run', 'audit'] },
  { name: 'spoken-patterns', what: 'what Orca says of each control', command: ['npm', 'run', 'spoken:patterns'] },
  { name: 'mcp', what: 'the scenarios of the MCP conformance suite that apply', command: ['npm', 'run', 'mcp:conformance'] },
  { name: 'reliability', what: 'faults, kills, races and random histories in number', command: ['npm', 'run', 'reliability'] },
  { name: 'bench', what: 'figures against floors', command: ['npm', 'run', 'bench'] },
  {
    name: 'e-invoice',
    what: 'e-invoices by the official rules of EN 16931',
    command: ['npm', 'run', 'judge:e-invoice', '--'],
    needsFolder: true,
  },
];
