import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packRelease } from './pack-release.mjs';

// Writes the files of src/server/deploy for one release, with the current digest of each image tag, so that exactly the tested images
// run. REGISTRY_URL replaces Docker Hub by a mirror.
// - npm run release -- --into FOLDER --image registry.example.com/billing:1.0.0
// - npm run release -- --dry-run --into FOLDER: builds the contents of a release without contacting a registry

const root = resolve(import.meta.dirname, '../../..');
const source = join(root, 'src/server/deploy');
const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const patienceMs = 20_000;

/** Matches the name of the platform's image, which the argument `--image` replaces. */
const ownImage = /^billing:/;
/** Matches `image:` in YAML, and `FROM` in a Dockerfile. A Dockerfile inside YAML matches, too. Build stages do not match. */
const reference = /^(\s*(?:image:|FROM)\s+)([\w./-]+:[\w.-]+)(?=\s|$)/gm;

/** Matches the Compose setting that builds the image from source. The pushed image replaces this setting. */
const ownBuild = /^ +build: \{ context: .*\n/m;

class ReleaseError extends Error {}

function placeOf(image) {
  const [, name, tag] = /^(.+):([\w.-]+)$/.exec(image) ?? [];
  if (!name) throw new ReleaseError(`${image} must be a name with a tag.`);
  const [first, ...rest] = name.split('/');
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(first);
  if (isHost) return { registry: `https://${first}`, repository: rest.join('/'), tag };
  return {
    registry: process.env.REGISTRY_URL ?? 'https://registry-1.docker.io',
    repository: rest.length > 0 ? name : `library/${name}`,
    tag,
  };
}

async function tokenFor(challenge) {
  const parts = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  if (!parts.realm) return null;
  const address = new URL(parts.realm);
  for (const name of ['service', 'scope']) if (parts[name]) address.searchParams.set(name, parts[name]);
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
  return answer.ok ? (await answer.json()).token : null;
}

async function digestOf(image) {
  const { registry, repository, tag } = placeOf(image);
  const address = `${registry}/v2/${repository}/manifests/${tag}`;
  const ask = (token) =>
    fetch(address, {
      method: 'HEAD',
      headers: { Accept: manifests, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      signal: AbortSignal.timeout(patienceMs),
    });
  try {
    let answer = await ask(null);
    if (answer.status === 401) answer = await ask(await tokenFor(answer.headers.get('WWW-Authenticate') ?? ''));
    const digest = answer.headers.get('Docker-Content-Digest') ?? '';
    if (answer.ok && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest;
    throw new ReleaseError(`${registry} has no image ${image} (status ${answer.status}); check its name, and that it was pushed.`);
  } catch (cause) {
    if (cause instanceof ReleaseError) throw cause;
    throw new ReleaseError(`${registry} does not answer for ${image}; let this machine reach it, or set REGISTRY_URL.`, { cause });
  }
}

async function release({ into, image }) {
  if (!into || !image) throw new ReleaseError('Name the folder by --into and the pushed image of the platform by --image.');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)Dockerfile$|\.ya?ml$/.test(name));
  const texts = new Map(files.map((name) => [name, readFileSync(join(source, name), 'utf8')]));
  const actual = (named) => (ownImage.test(named) ? image : named);
  const images = new Set([...texts.values()].flatMap((text) => [...text.matchAll(reference)].map(([, , named]) => actual(named))));
  const digests = new Map();
  for (const named of images) digests.set(named, await digestOf(named));
  cpSync(source, into, { recursive: true });
  for (const [name, text] of texts)
    writeFileSync(
      join(into, name),
      text.replace(ownBuild, '').replace(reference, (_, before, named) => `${before}${actual(named)}@${digests.get(actual(named))}`),
    );
  for (const [named, digest] of digests) process.stdout.write(`${named} ${digest}\n`);
}

function rehearse({ into }) {
  if (!into) throw new ReleaseError('Name a new folder by --into.');
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) throw new ReleaseError('The build failed; its messages are above.');
  try {
    for (const line of packRelease(root, resolve(into))) process.stdout.write(`${line}\n`);
  } catch (cause) {
    throw new ReleaseError(cause.message, { cause });
  }
  process.stdout.write(`Nothing was published. The files are in ${into}.\n`);
}

try {
  const options = { into: { type: 'string' }, image: { type: 'string' }, 'dry-run': { type: 'boolean' } };
  const { values } = parseArgs({ options });
  if (values['dry-run']) rehearse(values);
  else await release(values);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
