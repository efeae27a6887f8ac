import type { Command } from 'commander';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Endings that names of the API have and words of the command line leave out. */
const isSameField = (field: string, word: string): boolean =>
  [word, `${word}_id`, `${word}_ref`, `${word}_at`].some((name) => name === field);

/** The argument or option of a command that gives a field of a call; the field's own name where none does. */
export function labelIn(command: Command | null, path: string): string {
  const [place = '', field = place] = path.split('.');
  if (!command) return field;
  const words = command.registeredArguments.map((argument) => argument.name());
  const named = words.find((word) => isSameField(field, word) || (field === 'slug' && word === 'organization'));
  const only = words.length === 1 && place === 'params' ? words[0] : undefined;
  const argument = named ?? only;
  if (place !== 'body' && argument !== undefined) return `<${argument}>`;
  const option = command.options.find((one) => isSameField(field, snakeCase(one.attributeName())));
  if (option) return option.long ?? field;
  return argument === undefined ? field : `<${argument}>`;
}
