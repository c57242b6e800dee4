/**
 * Files of packages that are not needed to run them: descriptions, source maps, types and sources,
 * static libraries, Bare's binaries.
 */
const NEVER_RUN = [/\.(?:map|flow|tsbuildinfo|a|bare)$/, /\.[cm]?tsx?$/, /\.(?:md|markdown)$/i, /^@types\//];

/** Licences must be passed on with the code, whatever their files are called. */
const LICENCE = /(?:licen[cs]e|copying|notice)[^/]*$/i;

/**
 * Files that this product never loads from its packages, by the file's path below `node_modules`.
 */
const NEVER_LOADED = [
  // The cards' reader takes the data of `4.0.0_best_int` (documents/worker/tesseract.ts).
  // tesseract.js 7 has a variant of its program for LSTM alone, and does not load it in Node.
  /^@tesseract\.js-data\/[^/]+\/4\.0\.0\//,
  /^tesseract\.js-core\/tesseract-core(?:-simd|-relaxedsimd)?-lstm\./,
  /^tesseract\.js-core\/.*\.wasm\.js$/,
  // The speech finder takes version 6 of Silero's model (speech/worker/find-speech.ts).
  /^@ricky0123\/vad-web\/dist\/(?:silero_vad_(?!v6)|(?:vad\.worklet\.)?bundle)/,
  // HEIC is decoded by the build that has its WebAssembly in it.
  /^libheif-js\/(?:libheif\/|libheif-wasm\/libheif(?!-bundle\.js))/,
  /^xml2js\/lib\/xml2js\.bc\.js$/,
  /^mediabunny\/dist\/bundles\/.*\.min\./,
];

/**
 * Checks whether the server may load a file of an installed package on a platform, or must pass it
 * on.
 * @param file path below `node_modules`, parted by `/`
 * @param platform such as `linux-x64`
 */
export function isNeeded(file: string, platform = `${process.platform}-${process.arch}`): boolean {
  if (LICENCE.test(file)) return true;
  if (isOfAnotherPlatform(file, platform)) return false;
  return ![...NEVER_RUN, ...NEVER_LOADED].some((pattern) => pattern.test(file));
}

/** Native parts that come for all platforms at once. */
function isOfAnotherPlatform(file: string, platform: string): boolean {
  const named =
    /\/prebuilds\/([^/]+)\//.exec(file)?.[1] ??
    /^node-web-audio-api\/node-web-audio-api\.([^/]+)\.node$/.exec(file)?.[1];
  return named !== undefined && named !== platform && named !== `${platform}-gnu`;
}
