import type { Page } from 'playwright';
import type { Target } from '#a11y/states/state.ts';
import { locate } from '#a11y/support/locate.ts';
import { newTranscriptFaults } from '#a11y/spoken/transcript-faults.ts';
import { factOfFocus } from '#a11y/spoken/facts.ts';
import { frameWithFocus, isFocused, waitForFocus } from '#a11y/walks/focus.ts';
import { bringAbout } from '#a11y/walks/meanwhile.ts';
import { stepInWords, type Walk, type WalkStep } from '#a11y/walks/walk.ts';
import { missingWords, type SpokenLine } from './missing-words.ts';
import { tableTexts } from './table-texts.ts';
import type { OrcaSession } from './session.ts';

const xKeys: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Space: 'space',
  ArrowDown: 'Down',
  ArrowUp: 'Up',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};
const inX = (key: string): string =>
  key
    .split('+')
    .map((part) => xKeys[part] ?? (part === 'Shift' || part === 'Control' ? part.toLowerCase() : part))
    .join('+');

const asReadable = ({ role, name, within }: Target): string => {
  const words = typeof name === 'string' ? name : name.source.replace(/[\\^$]/g, '');
  return `${role} "${words}"${within ? ` in ${asReadable(within)}` : ''}`;
};

/** In browse mode, Orca handles these keys, so the focused control would not get them. */
const isForControl = (key: string): boolean => /^(Arrow\w+|Home|End)$/.test(key);

const patienceMs = 20_000;
const mostPresses = 24;
const mostLines = 12;
const mostTables = 8;
const mostHeadings = 20;

export interface Transcript {
  readonly text: string;
  readonly faults: readonly string[];
  readonly facts: readonly string[];
}

class Telling {
  readonly lines: SpokenLine[] = [];
  readonly faults: string[] = [];
  readonly facts: string[] = [];
  private since = '';
  private sinceKey = '';
  private place: Target | null = null;
  private lastKey = '';
  private hasReadOn = false;

  constructor(
    private readonly session: OrcaSession,
    private readonly page: Page,
  ) {}

  private async line(done: string, step: WalkStep, act: () => Promise<unknown>, heard: readonly string[] = []): Promise<void> {
    await act();
    const before = step.do === 'hear' ? this.since : this.sinceKey;
    const lacks = (said: readonly string[]) => missingWords(step, said, before);
    const said = heard.length > 0 ? heard : await this.session.heard((words) => lacks(words).length === 0);
    const faults = lacks(said);
    this.faults.push(...faults.map((fault) => `${done}: ${fault}; said "${said.join(' ')}"`));
    this.lines.push({ done, said });
    const all = `${this.since} ${said.join(' ')}`;
    // Drops the expected message and all speech before it, because a later `hear` step expects only newer speech.
    this.since = step.do === 'hear' ? all.slice(all.indexOf(step.words) + step.words.length) : all;
    this.sinceKey = `${'key' in step ? '' : this.sinceKey} ${said.join(' ')}`;
  }

  /** Prepares a key press. If Orca's cursor has moved away while reading, this focuses the control again. */
  private async beforeKey(needsFocusMode = false): Promise<void> {
    if (this.hasReadOn && this.place) await locate(this.page, this.place).focus();
    this.hasReadOn = false;
    if (needsFocusMode) await this.giveKeys();
    this.facts.push(await factOfFocus(this.page));
  }

  private async giveKeys(): Promise<void> {
    this.session.setMode('Focus');
    await this.session.heard();
  }

  private async go(target: Target): Promise<void> {
    const step: WalkStep = { do: 'to', target, key: 'Tab' };
    const element = locate(this.page, target);
    // Tries twice, because Orca may miss a focus change while reading the page.
    const reach = async () => {
      await element.focus();
      const said = await this.session.heard((words) => missingWords(step, words, '').length === 0);
      if (missingWords(step, said, '').length === 0) return said;
      await element.blur();
      await this.session.heard();
      await element.focus();
      return [];
    };
    const said = await reach();
    await this.line(`go to ${asReadable(target)}`, step, async () => undefined, said);
    this.place = target;
  }

  private async press(key: string, step: WalkStep): Promise<void> {
    this.lastKey = key;
    await this.beforeKey(isForControl(key));
    await this.line(`press ${key}`, step, async () => {
      this.session.press(inX(key));
      // A key press may load code first, so the step waits until its target has the focus.
      if (step.do === 'key' && step.focus) await waitForFocus(this.page, step.focus, patienceMs);
    });
  }

  /** Orca follows the focus to another frame only after key presses. */
  private async isInOtherFrame({ frame }: Target): Promise<boolean> {
    return ((await frameWithFocus(this.page)) === this.page.mainFrame()) === (frame !== undefined);
  }

  private async pressOnTheWay(key: string): Promise<void> {
    this.lastKey = key;
    if (isForControl(key)) await this.giveKeys();
    await this.line(`press ${key}`, { do: 'leave', key }, async () => this.session.press(inX(key)));
  }

  /** Reads the page from Orca's cursor, one line of text per key press, until Orca says the target. */
  private async readOn(target: Target): Promise<void> {
    const step: WalkStep = { do: 'see', target };
    const found = () => missingWords({ do: 'see', target }, [this.since], '').length === 0;
    if (found()) return;
    this.hasReadOn = true;
    await this.line('read on', { do: 'leave', key: 'Down' }, async () => this.session.setMode('Browse'));
    for (let press = 0; press < mostLines && !found(); press += 1)
      await this.line('press ArrowDown', { do: 'leave', key: 'Down' }, async () => this.session.press('Down'));
    this.faults.push(...missingWords(step, [this.since], ''));
  }

  /**
   * Presses the key of an Orca command that moves through tables or headings. Orca should then read `text`. The function `transcriptFaults`
   * checks this later.
   */
  private async readerKey(kind: 'table' | 'heading', key: string, text: string): Promise<readonly string[]> {
    const [first = '', second = ''] = text.split(' ');
    const words = `${first} ${second}`.trim().replaceAll('"', '');
    const wanted = words.toLowerCase();
    this.session.press(key);
    const said = await this.session.heard((lines) => lines.join(' ').toLowerCase().includes(wanted));
    this.lines.push({ done: `${kind} key ${key.split('+').at(-1)} to "${words}"`, said });
    this.since = `${this.since} ${said.join(' ')}`;
    return said;
  }

  /** Reads every cell of a table: the first row from left to right, the next row from right to left, and so on. */
  private async readTable(target: Target): Promise<void> {
    const table = locate(this.page, target);
    await table.waitFor();
    const rows = await tableTexts(table);
    this.session.setMode('Browse');
    await this.session.heard();
    const name = String(target.name).replace(/[\\^$/]/g, '');
    for (let press = 0; press < mostTables; press += 1) {
      const said = await this.readerKey('table', 't', name);
      if (said.join(' ').includes(name)) break;
      this.lines.pop();
    }
    for (const [index, row] of rows.entries()) {
      const isForward = index % 2 === 0;
      const columns = isForward ? row : row.toReversed();
      for (const [column, text] of columns.entries()) {
        if (index + column === 0) continue;
        await this.readerKey('table', `shift+alt+${column === 0 ? 'Down' : isForward ? 'Right' : 'Left'}`, text);
      }
    }
    this.hasReadOn = true;
  }

  private async findHeading({ name }: Target): Promise<void> {
    const text = String(name).replace(/[\\^$/]/g, '');
    this.session.setMode('Browse');
    await this.session.heard();
    for (let press = 0; press < mostHeadings; press += 1) {
      const said = await this.readerKey('heading', 'h', text);
      if (said.join(' ').includes(text)) break;
      this.lines.pop();
    }
    this.hasReadOn = true;
  }

  async take(step: WalkStep): Promise<void> {
    const { page } = this;
    switch (step.do) {
      case 'to': {
        await locate(page, step.target).waitFor();
        // If the focus moves without a key press after an arrow key, Orca assumes that a text cursor has moved, and reads only a line.
        const isAfterArrow = this.lastKey.startsWith('Arrow');
        const isWalked = step.key.startsWith('Arrow') || isAfterArrow || this.hasReadOn || (await this.isInOtherFrame(step.target));
        this.hasReadOn = false;
        if (!isWalked) return this.go(step.target);
        for (let press = 0; press < mostPresses && !(await isFocused(page, step.target)); press += 1) await this.pressOnTheWay(step.key);
        this.place = step.target;
        return;
      }
      case 'key':
        await this.press(step.key, step);
        this.place = step.focus ?? this.place;
        return;
      case 'leave':
        return this.press(step.key, step);
      case 'download': {
        const file = page.waitForEvent('download');
        await this.press(step.key, step);
        await file;
        return;
      }
      case 'type':
        await this.beforeKey(true);
        return this.line(`type ${step.text}`, step, async () => this.session.type(step.text));
      case 'see':
        await locate(page, step.target).waitFor();
        if (step.target.role === 'text') return this.readOn(step.target);
        return this.line(`see ${asReadable(step.target)}`, step, async () => undefined);
      case 'read table':
        return this.readTable(step.target);
      case 'find heading':
        await locate(page, step.target).waitFor();
        return this.findHeading(step.target);
      case 'ready':
        return void (await page.waitForFunction(
          (node) => node?.getAttribute('aria-disabled') !== 'true',
          await locate(page, step.target).elementHandle(),
        ));
      case 'return':
        await this.line(`come back to ${asReadable(step.target)}`, step, () => waitForFocus(page, step.target, patienceMs));
        this.place = step.target;
        return;
      case 'hear':
        return this.line(`listen for "${step.words}"`, step, async () => undefined);
      case 'meanwhile':
        return this.line(`meanwhile ${step.what}`, step, () => bringAbout(page, step.what));
    }
  }

  async open(origin: string, walk: Walk): Promise<void> {
    await this.page.goto(origin + walk.address);
    await this.page.bringToFront();
    const said = await this.session.heard((words) => words.some((line) => line.startsWith('Finished loading')));
    // Ignores speech about the browser window before the page has loaded.
    const begins = said.findLastIndex((line) => line.startsWith('Finished loading'));
    this.lines.push({ done: `open ${walk.address} as ${walk.member ?? 'nobody'}`, said: said.slice(Math.max(0, begins)) });
  }

  text(): string {
    return this.lines.map(({ done, said }) => [`> ${done}`, ...said.map((line) => `  ${line}`)].join('\n')).join('\n');
  }
}

/** Performs a walk. Each step checks that Orca says certain words. It does not check whole sentences. */
export async function tell(session: OrcaSession, page: Page, origin: string, walk: Walk): Promise<Transcript> {
  page.setDefaultTimeout(patienceMs);
  const telling = new Telling(session, page);
  await telling.open(origin, walk);
  for (const step of walk.steps) {
    try {
      await telling.take(step);
    } catch (error) {
      telling.faults.push(`${stepInWords(step)}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
      break;
    }
  }
  return { text: telling.text(), faults: [...telling.faults, ...newTranscriptFaults(walk.name, telling.lines)], facts: telling.facts };
}
