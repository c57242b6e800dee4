import sharp, { type Sharp } from 'sharp';
import type { Random } from './random.ts';
import { layOn, type Pixels, type Point } from './warp.ts';

/**
 * The damage to the second picture of every item, in turn: the marks of hands, lamps and
 * telephones.
 */
export const DEGRADATIONS = [
  'turned',
  'keystone',
  'motion',
  'glare',
  'uneven-light',
  'paper',
  'thumb',
  'small',
] as const;
type Degradation = (typeof DEGRADATIONS)[number];

/**
 * Makes a photograph of a clean picture: on a table, never quite straight, with one fault.
 * @param clean a PNG
 * @returns a JPEG
 */
export async function degrade(clean: Uint8Array, kind: string, random: Random): Promise<Buffer> {
  const card = await rawPixels(sharp(clean).resize({ width: 1400, height: 1400, fit: 'inside' }));
  const scene = { width: Math.round(card.width * 1.25), height: Math.round(card.height * 1.3) };
  let pixels = layOn(card, table(scene, random), placed(card, scene, kind, random));
  const effect = EFFECTS[kind as Degradation];
  pixels = noisy(effect ? effect(pixels, random) : pixels, random, kind === 'paper' ? 16 : 6);
  const picture = sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
  if (kind === 'small')
    return await picture.resize({ width: 800, height: 800, fit: 'inside' }).jpeg({ quality: 55 }).toBuffer();
  return await picture.jpeg({ quality: kind === 'paper' ? 40 : 78 }).toBuffer();
}

const EFFECTS: Partial<Record<Degradation, (pixels: Pixels, random: Random) => Pixels>> = {
  motion: (pixels, random) => smeared(pixels, random.whole(5, 8), random.between(-0.5, 0.5)),
  glare: (pixels, random) => {
    const [x, y] = [pixels.width * random.between(0.25, 0.75), pixels.height * random.between(0.2, 0.8)];
    const radius = pixels.width * random.between(0.16, 0.26);
    return mapped(
      pixels,
      (value, px, py) => value + 150 * Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (radius * radius)),
    );
  },
  'uneven-light': (pixels, random) => {
    const slope = random.between(0.45, 0.6) * (random.chance(50) ? 1 : -1);
    return mapped(
      pixels,
      (value, x, y) => value * (0.62 + slope * (x / pixels.width - 0.5) + 0.15 * (y / pixels.height)),
    );
  },
  paper: (pixels, random) => {
    const phase = random.between(0, 6);
    return mapped(
      pixels,
      (value, x, y) =>
        value * (0.94 + 0.05 * Math.sin(x / 3.1 + phase + Math.sin(y / 11)) * Math.sin(y / 2.7)),
    );
  },
  thumb: (pixels, random) => {
    const [x, y] = [pixels.width * (random.chance(50) ? 0.06 : 0.94), pixels.height * 0.95];
    const [rx, ry] = [pixels.width * 0.1, pixels.height * 0.16];
    const skin = [201, 152, 124];
    return mapped(pixels, (value, px, py, channel) => {
      const distance = ((px - x) / rx) ** 2 + ((py - y) / ry) ** 2;
      return distance < 1 ? (skin[channel] ?? 0) * (1.05 - 0.3 * distance) : value;
    });
  },
};

/** The corners of the card on the table. */
function placed(
  card: Pixels,
  scene: { width: number; height: number },
  kind: string,
  random: Random,
): [Point, Point, Point, Point] {
  const degrees =
    kind === 'turned' ? random.between(5, 11) * (random.chance(50) ? 1 : -1) : random.between(-2, 2);
  const angle = (degrees * Math.PI) / 180;
  const scale = kind === 'turned' ? 0.94 : 1;
  const tilt = kind === 'keystone' ? random.between(0.09, 0.15) : 0.015;
  const corner = (x: number, y: number): Point => {
    // The far edge is shorter, as everything far away is.
    const dx = x * card.width * 0.5 * scale * (1 + y * tilt);
    const dy = y * card.height * 0.5 * scale * (1 - Math.abs(tilt));
    return [
      scene.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      scene.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Wood, or cloth: a colour with a grain. */
function table({ width, height }: { width: number; height: number }, random: Random): Pixels {
  const colour = random.pick([
    [121, 85, 61],
    [72, 77, 84],
    [168, 160, 149],
    [49, 66, 58],
  ]);
  const grain = random.between(5, 14);
  const ground = { data: new Uint8Array(width * height * 3), width, height };
  return mapped(
    ground,
    (_, x, y, channel) => (colour[channel] ?? 0) + grain * Math.sin(y / 7 + Math.sin(x / 90) * 4),
  );
}

/** A hand that moved: every pixel is the mean of a short line. */
function smeared(pixels: Pixels, length: number, slope: number): Pixels {
  return mapped(pixels, (value, x, y, channel) => {
    let sum = value;
    for (let i = 1; i < length; i++) {
      const px = Math.min(x + i, pixels.width - 1);
      const py = Math.min(Math.max(Math.round(y + i * slope), 0), pixels.height - 1);
      sum += pixels.data[(py * pixels.width + px) * 3 + channel] ?? 0;
    }
    return sum / length;
  });
}

function noisy(pixels: Pixels, random: Random, strength: number): Pixels {
  return mapped(pixels, (value) => value + (random.next() + random.next() - 1) * strength);
}

function mapped(
  pixels: Pixels,
  change: (value: number, x: number, y: number, channel: number) => number,
): Pixels {
  const data = new Uint8Array(pixels.data.length);
  for (let y = 0, at = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      for (let channel = 0; channel < 3; channel++, at++) {
        data[at] = Math.min(Math.max(change(pixels.data[at] ?? 0, x, y, channel), 0), 255);
      }
    }
  }
  return { ...pixels, data };
}

async function rawPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
