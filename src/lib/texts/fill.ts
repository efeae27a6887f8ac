/** Names of the `{placeholders}` in a text. */
type Placeholder<T extends string> = T extends `${string}{${infer P}}${infer Rest}` ? P | Placeholder<Rest> : never;

/** Fills the `{placeholders}` of a catalogue text; the types require every one. Values are inserted as they are. */
export function fillText<T extends string>(text: T, values: Record<Placeholder<T>, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (values as Record<string, string | number>)[name];
    return value === undefined ? whole : String(value);
  });
}
