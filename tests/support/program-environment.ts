/** Only these variables are inherited, because the test runner sets other variables that the product would read, such as MODE. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export function programEnvironment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const inheritedValues = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(inheritedValues), ...changes };
}
