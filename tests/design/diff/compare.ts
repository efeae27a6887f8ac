import type { Page } from 'playwright';

export interface Difference {
  readonly changedPixels: number;
  readonly marked: Buffer;
}

/** Returns null if the images are equal. Pixels outside of the smaller image count as changed. */
export async function compare(page: Page, before: Buffer, after: Buffer): Promise<Difference | null> {
  if (before.equals(after)) return null;
  const { changedPixels, png } = await page.evaluate(
    // Runs in the browser from its source text, so it must not contain named functions, which need a compiler helper.
    async (pictures) => {
      const images: ImageBitmap[] = [];
      for (const base64 of pictures) images.push(await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob()));
      const width = Math.max(...images.map((image) => image.width));
      const height = Math.max(...images.map((image) => image.height));
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('The browser has no canvas');
      const [early, late] = images.map((image) => {
        context.clearRect(0, 0, width, height);
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height);
      });
      if (!early || !late) throw new Error('Two pictures are needed');
      let changed = 0;
      for (let at = 0; at < late.data.length; at += 4) {
        const isSame = [0, 1, 2, 3].every((channel) => early.data[at + channel] === late.data[at + channel]);
        if (!isSame) changed += 1;
        // Marks changed pixels in magenta, which no theme uses, and fades the others.
        const shade = 200 + ((late.data[at] ?? 0) + (late.data[at + 1] ?? 0) + (late.data[at + 2] ?? 0)) / 15;
        late.data.set(isSame ? [shade, shade, shade, 255] : [214, 0, 147, 255], at);
      }
      context.putImageData(late, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
      return { changedPixels: changed, png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
    },
    [before.toString('base64'), after.toString('base64')],
  );
  return changedPixels === 0 ? null : { changedPixels, marked: Buffer.from(png, 'base64') };
}
