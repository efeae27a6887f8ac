import type { Command } from 'commander';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a word of the command line names an API field. The word omits suffixes of the field such as `_id`. */
const isSameField = (field: string, word: string): boolean =>
  [word, `${word}_id`, `${word}_ref`, `${word}_at`].some((name) => name === field);

export function labelIn(command: Command | null, path: string): { readonly label: string; readonly form: string } {
  const [place = '', field = place, ...inside] = path.split('.');
  // The label of a field in a nested object is its whole path.
  const plain = { label: [field, ...inside].join('.'), form: '' };
  if (!command) return plain;
  const words = command.registeredArguments;
  const named = words.find((word) => isSameField(field, word.name()) || (field === 'slug' && word.name() === 'organization'));
  // If no argument has the name of a path parameter, the argument `<id>` is the parameter.
  const argument = named ?? (place === 'params' ? words.find((word) => word.name() === 'id') : undefined);
  const argumentLabel = argument && { label: `<${argument.name()}>`, form: argument.description };
  if (place !== 'body' && argumentLabel) return argumentLabel;
  const option = command.options.find((one) => isSameField(field, snakeCase(one.attributeName())));
  return option ? { label: option.long ?? field, form: '' } : (argumentLabel ?? plain);
}
