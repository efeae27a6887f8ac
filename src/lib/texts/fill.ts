/** Names of the `{placeholders}` in a text. */
type Placeholder<T extends string> = T extends `${string}{${infer P}}${infer Rest}` ? P | Placeholder<Rest> : never;

/**
 * Puts values into the `{placeholders}` of a catalogue text. Every placeholder must be given, by type.
 * A value is inserted as it is: braces inside it are not read again.
 */
export function fillText<T extends string>(text: T, values: Record<Placeholder<T>, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (values as Record<string, string | number>)[name];
    return value === undefined ? whole : String(value);
  });
}
