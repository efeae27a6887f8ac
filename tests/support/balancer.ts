import type { RunningProgram } from './built-program.ts';

const checkEveryMs = 50;

/** Hands requests round among processes that say they are ready, as a balancer in front of them does. */
export class Balancer {
  private members: RunningProgram[];
  private ready: readonly RunningProgram[];
  private turn = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(programs: readonly RunningProgram[]) {
    this.members = [...programs];
    this.ready = this.members;
    this.timer = setInterval(() => void this.check(), checkEveryMs);
  }

  private async check(): Promise<void> {
    const answers = await Promise.all(
      this.members.map(({ origin }) =>
        fetch(`${origin}/readyz`)
          .then(async (answer) => answer.ok && (await answer.text()) !== '')
          .catch(() => false),
      ),
    );
    this.ready = this.members.filter((_, index) => answers[index]);
  }

  private next(): string {
    this.turn += 1;
    const chosen = this.ready[this.turn % this.ready.length];
    if (!chosen) throw new Error('No process is ready');
    return chosen.origin;
  }

  /** One request to one process, whatever becomes of it. */
  async once<T>(work: (origin: string) => Promise<T>): Promise<T> {
    return work(this.next());
  }

  /** One request, sent to the next process where a connection breaks: for what is safe to repeat. */
  async ask<T>(work: (origin: string) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work(this.next());
      } catch (error) {
        if (tries > 2 * this.members.length) throw error;
      }
    }
  }

  /** Resolves when a process no longer gets requests. */
  async withdrawn(program: RunningProgram): Promise<void> {
    while (this.ready.includes(program)) await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
  }

  replace(old: RunningProgram, by: RunningProgram): void {
    this.members = this.members.map((program) => (program === old ? by : program));
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
