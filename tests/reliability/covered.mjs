/** Stretches of a part's lines that held, by seed, joined where they meet. Parts without seeds have one stretch a line. */
export function covered(lines, part) {
  const held = lines.filter((line) => line.part === part.line && line.violations === 0 && line.count > 0);
  const joined = [];
  for (const { seed, count } of held.toSorted((a, b) => a.seed - b.seed)) {
    const last = joined.at(-1);
    if (last && seed <= last.seed + last.count) last.count = Math.max(last.count, seed + count - last.seed);
    else joined.push({ seed, count });
  }
  return joined;
}

/** What is still to be done of a part, as stretches of seeds. A part that is run whole is missing as long as no line of this commit says so. */
export function missing(lines, part, commit) {
  if (!part.variable) {
    const own = lines.filter((line) => line.part.startsWith(part.line) && line.violations === 0 && line.commit === commit);
    return own.some(({ count, part: name }) => count >= part.goal || name !== part.line) ? [] : [{ seed: 1, count: part.goal }];
  }
  const gaps = [];
  let next = 1;
  for (const { seed, count } of covered(lines, part)) {
    if (seed > next) gaps.push({ seed: next, count: Math.min(seed, part.goal + 1) - next });
    next = Math.max(next, seed + count);
  }
  if (next <= part.goal) gaps.push({ seed: next, count: part.goal + 1 - next });
  return gaps.filter(({ count }) => count > 0);
}
