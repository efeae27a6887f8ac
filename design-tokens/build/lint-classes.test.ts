import { describe, expect, it } from 'vitest';
import { classProblems } from './lint-classes.ts';

const MODULE = 'src/ui/Badge/Badge.module.css';
const SCRIPT = 'src/ui/Badge/Badge.tsx';

function faults(css: string, script: string, path = SCRIPT): string[] {
  return classProblems({ styles: new Map([[MODULE, css]]), scripts: new Map([[path, script]]) }).map(
    ({ file, path: where, reason }) => `${file} ${where}: ${reason}`,
  );
}

describe('class gate', () => {
  it('accepts classes that are defined and used', () => {
    const css = '.root { color: inherit } .root:where([data-x]) .long-name:hover > span {} @media print { .only { color: inherit } }';
    expect(faults(css, "import css from './Badge.module.css';\n<b className={clsx(css.root, css['longName'])}>{css.only}</b>")).toEqual([]);
    expect(
      faults(
        css,
        "import styles from '#ui/Badge/Badge.module.css';\nconst a = `${styles.root} ${styles.longName} ${styles.only}`;",
        'src/app/Page.tsx',
      ),
    ).toEqual([]);
  });

  it('names the nearest class for an undefined one', () => {
    expect(faults('.root {} .label {}', "import css from './Badge.module.css';\ncss.root;\ncss.lable;\ncss.label;")).toEqual([
      `${SCRIPT} line 3: class "lable" is not defined in ${MODULE}; did you mean "label"?`,
    ]);
  });

  it('finds an unused class, also when only a comment names it', () => {
    expect(faults('.root {}\n.old {}', "import css from './Badge.module.css';\n// css.old was nicer\n<b className={css.root} />")).toEqual([
      `${MODULE} line 2: class "old" is used by no component that imports this module`,
    ]);
  });

  it('refuses a computed class and a module that nobody or nothing holds', () => {
    expect(faults('.root {}', "import css from './Badge.module.css';\ncss.root + css[variant]")).toEqual([
      `${SCRIPT} line 2: css[...] hides which class is meant: write css.name, and variants as data attributes`,
    ]);
    expect(faults('.root {}', 'export {}')).toEqual([`${MODULE} (file): no component imports this CSS module`]);
    expect(faults('.root {}', "import css from './Badge.module.css'; import b from './Bage.module.css'; css.root")).toEqual([
      `${SCRIPT} ./Bage.module.css: names no CSS module`,
    ]);
  });
});
