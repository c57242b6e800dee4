import sharp from 'sharp';

/** The ground is looked for in a picture so many times smaller: its detail does not matter. */
const SHRINK = 4;
/**
 * The window in pixels of the smaller picture: wider than the strokes of the largest letters,
 * narrower than the bands and panels of cards.
 */
const WINDOW = 23;

/** A greyscale picture as PNG. */
export interface GreyPicture {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Makes all text dark on white, whatever its background: each pixel becomes its distance from the
 * ground around it (the median of its surroundings). Light text on a coloured band beside dark text
 * on paper, shadows and lamps come out alike; without this Tesseract leaves out the parts that are
 * unlike most of the picture.
 */
export async function normalizeBackground({ data, width, height }: GreyPicture): Promise<Buffer> {
  const small = await sharp(data)
    .resize(Math.max(Math.round(width / SHRINK), 1), Math.max(Math.round(height / SHRINK), 1), {
      fit: 'fill',
    })
    .median(WINDOW)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const ground = await sharp(small)
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const distance = await sharp(data)
    .composite([{ input: ground, blend: 'difference' }])
    .removeAlpha()
    .greyscale()
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(distance)
    .negate({ alpha: false })
    .normalise({ lower: 0.5, upper: 99 })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
