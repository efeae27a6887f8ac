type Placeholder<T extends string> = T extends `${string}{${infer P}}${infer Rest}` ? P | Placeholder<Rest> : never;

/** The type requires a value for each placeholder, such as `{plan}`. Values are not escaped. */
export function fillText<T extends string>(text: T, values: Record<Placeholder<T>, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (values as Record<string, string | number>)[name];
    return value === undefined ? whole : String(value);
  });
}
