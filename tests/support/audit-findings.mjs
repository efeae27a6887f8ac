/**
 * @returns {{ unavailable: string | null, found: string[] }} the reason why the registry gave no answer, otherwise null; and one line of
 *   text per advisory
 */
export function findings(output, errors) {
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { unavailable: errors.trim().split('\n')[0] || 'npm said nothing', found: [] };
  }
  if (answer.vulnerabilities === undefined) {
    const { summary, detail } = answer.error ?? {};
    return { unavailable: [answer.message, summary, detail].find(Boolean) ?? 'the registry has no advisories', found: [] };
  }
  const found = Object.values(answer.vulnerabilities).map(({ name, severity, range, via }) => {
    const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : one.title));
    return `${name} ${range} (${severity}): ${titles.join('; ')}`;
  });
  return { unavailable: null, found };
}
