/** What a program of ours inherits: the test runner sets variables of its own, such as MODE, that mean something else to us. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export function programEnvironment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const inheritedValues = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(inheritedValues), ...changes };
}
