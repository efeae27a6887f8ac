import { parseArgs } from 'node:util';

// Shows the clock of a running embedded platform, or moves the clock forward and runs all work that becomes due. The platform's URL is
// CLOCK_URL if set. Otherwise, HOST (default: this machine) and PORT (default: 4310) determine the URL.
// - npm run clock                            shows the time
// - npm run clock -- +31d                    moves by 31 days; also h, m, s, and combinations: +1d12h
// - npm run clock -- 2027-01-31T12:00:00Z    moves to an instant

const usage = 'Usage: npm run clock [-- +31d | +1d12h | 2027-01-31T12:00:00Z]';
const secondsOf = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Returns the request body that moves the clock, or null for an invalid argument. */
function moveOf(text) {
  if (/^\+(\d+[dhms])+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+)([dhms])/g)];
    return { advance_seconds: parts.reduce((sum, [, count, unit]) => sum + Number(count) * secondsOf[unit], 0) };
  }
  const to = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(to) ? null : { to: Math.floor(to / 1000) };
}

/** Whether a date does not exist, such as February 30, which JavaScript would convert to March 2. */
function isNoDay(text) {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (day === undefined) return false;
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day);
}

const instant = (seconds) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Formats how far the clock is ahead of real time. Rounds to minutes, because moving the clock takes some seconds. */
function ahead(seconds) {
  const minutes = Math.round(seconds / 60);
  const counts = { d: Math.floor(minutes / 1440), h: Math.floor(minutes / 60) % 24, m: minutes % 60 };
  const parts = Object.entries(counts).flatMap(([unit, count]) => (count > 0 ? [`${count}${unit}`] : []));
  return parts.length > 0 ? `${parts.join(' ')} ahead of real time` : 'real time';
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
  return null;
}

function addressOf({ PORT, HOST, CLOCK_URL }) {
  if (CLOCK_URL) {
    if (/^https?:/.test(CLOCK_URL) && URL.canParse(CLOCK_URL)) return new URL('/sandbox/clock', CLOCK_URL);
    return fail('CLOCK_URL must be an http or https address.');
  }
  const port = PORT || '4310';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return fail('PORT must be a port number.');
  // If the server listens on all interfaces, it is reachable at the loopback name of this machine.
  const host = !HOST || HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? 'localhost' : HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/sandbox/clock`;
  return URL.canParse(url) ? new URL(url) : fail('HOST must be the name or the address of a machine.');
}

async function ask(address, body) {
  const init = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(address, init).catch(() => null);
  if (!answer) return fail(`Nothing answers at ${address.origin}; start the platform with npm start, or set PORT or CLOCK_URL.`);
  const read = await answer.json().catch(() => null);
  if (answer.ok && Number.isInteger(read?.now)) return read;
  return fail(read?.message ?? `${address.origin} has no clock to move: only an embedded platform does.`);
}

function wordsOrNull() {
  try {
    return parseArgs({ allowPositionals: true }).positionals;
  } catch {
    return null;
  }
}

const words = wordsOrNull();
const [text, ...more] = words ?? [];
const move = text === undefined ? undefined : moveOf(text);
if (text !== undefined && isNoDay(text)) fail(`${text.slice(0, 10)} is no day of the calendar.`);
else if (words === null || move === null || more.length > 0) fail(usage);
else {
  const address = addressOf(process.env);
  const read = address && (await ask(address, move));
  if (read) {
    const jobs = move ? `; jobs done on the way: ${read.jobs_done}` : '';
    process.stdout.write(`${instant(read.now)}, ${ahead(read.offset_seconds)}${jobs}\n`);
  }
}
