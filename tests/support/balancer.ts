import type { RunningProgram } from './built-program.ts';

const checkEveryMs = 50;
const nextCheck = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, checkEveryMs));

/** Hands requests round among processes that say they are ready, as a balancer in front of them does. */
export class Balancer {
  private members: RunningProgram[];
  private ready: readonly RunningProgram[];
  private turn = 0;
  private isChecking = false;
  private readonly timer: NodeJS.Timeout;

  constructor(programs: readonly RunningProgram[]) {
    this.members = [...programs];
    this.ready = this.members;
    this.timer = setInterval(() => void this.check(), checkEveryMs);
  }

  /** One check at a time: an answer that comes late must not bring back what an earlier one said. */
  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    const ready = await Promise.all(
      this.members.map(async (member) => {
        const answer = await fetch(`${member.origin}/readyz`).catch(() => null);
        return answer?.ok && (await answer.text().catch(() => '')) !== '' ? [member] : [];
      }),
    );
    this.ready = ready.flat().filter((member) => this.members.includes(member));
    this.isChecking = false;
  }

  private async next(): Promise<string> {
    this.turn += 1;
    // Whoever asks again and again while nobody is ready would otherwise never let a check come to its end.
    if (this.ready.length === 0) await nextCheck();
    const chosen = this.ready[this.turn % this.ready.length];
    if (!chosen) throw new Error('No process is ready');
    return chosen.origin;
  }

  /** One request to one process, whatever becomes of it. */
  async once<T>(work: (origin: string) => Promise<T>): Promise<T> {
    return work(await this.next());
  }

  /** One request, sent to the next process where a connection breaks: for what is safe to repeat. */
  async ask<T>(work: (origin: string) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      let asked = '';
      try {
        asked = await this.next();
        return await work(asked);
      } catch (error) {
        if (tries > 2 * this.members.length) throw error;
        // It gets no more requests until a check finds it ready again.
        this.ready = this.ready.filter(({ origin }) => origin !== asked);
        await nextCheck();
      }
    }
  }

  /** Resolves when a process no longer gets requests. */
  async withdrawn(program: RunningProgram): Promise<void> {
    while (this.ready.includes(program)) await nextCheck();
  }

  replace(old: RunningProgram, by: RunningProgram): void {
    this.members = this.members.map((program) => (program === old ? by : program));
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
