import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// Reserved words, which can't be names of exports. The built page would lack a class with such a name.
const reserved =
  /^(break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|await|arguments|eval)$/;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`);

it('gives each class a name that can be an export', () => {
  const sheets = sources.filter((file) => file.endsWith('.module.css'));
  const names = sheets.flatMap((sheet) => [...readFileSync(sheet, 'utf8').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ''));
  expect(sheets.length).toBeGreaterThan(50);
  expect(names.filter((name) => reserved.test(name))).toEqual([]);
});

it('imports class names as an object whose parts are known to the build', () => {
  const users = sources.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, readFileSync(file, 'utf8')] as const);
  const computed = users.filter(([, code]) => code.includes(".module.css'") && /\b\w*[sS]tyles\[/.test(code));
  expect(computed.map(([file]) => file)).toEqual([]);
});
