/** The only inherited variables: the test runner sets others, such as MODE, that the product would read. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export function programEnvironment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const inheritedValues = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(inheritedValues), ...changes };
}
