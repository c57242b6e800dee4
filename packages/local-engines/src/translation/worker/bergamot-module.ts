import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

/** An object of the engine's C++ side: it takes memory until the caller deletes it. */
interface Owned {
  delete(): void;
}

export interface AlignedMemory extends Owned {
  getByteArrayView(): Uint8Array;
}

interface OwnedList<T> extends Owned {
  push_back(item: T): void;
}

interface Responses extends Owned {
  size(): number;
  get(index: number): Owned & { getTranslatedText(): string };
}

export type TranslationModel = Owned;

interface BlockingService extends Owned {
  translate(
    model: TranslationModel,
    texts: OwnedList<string>,
    options: OwnedList<ResponseOptions>,
  ): Responses;
  translateViaPivoting(
    first: TranslationModel,
    second: TranslationModel,
    texts: OwnedList<string>,
    options: OwnedList<ResponseOptions>,
  ): Responses;
}

interface ResponseOptions {
  qualityScores: boolean;
  alignment: boolean;
  html: boolean;
}

/**
 * The bindings of `@browsermt/bergamot-translator` that the product uses (its README, "Using the
 * API").
 */
export interface BergamotModule {
  AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  AlignedMemoryList: new () => OwnedList<AlignedMemory>;
  TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: OwnedList<AlignedMemory>,
    qualityModel: null,
  ) => TranslationModel;
  BlockingService: new (config: { cacheSize: number }) => BlockingService;
  VectorString: new () => OwnedList<string>;
  VectorResponseOptions: new () => OwnedList<ResponseOptions>;
}

/** The engine's output besides its results. It aborts without a message of its own. */
export interface EngineReport {
  /** First error line that the engine printed; the engine's user sets it to null before a step. */
  error: string | null;
  /** Whether the engine's memory could not grow any more. */
  isOutOfMemory: boolean;
}

export interface Bergamot {
  api: BergamotModule;
  report: EngineReport;
}

/**
 * The fields that the engine's glue code reads from and adds to its module object (Emscripten,
 * "Module object").
 */
interface GlueModule extends BergamotModule {
  asm: Record<string, (...args: number[]) => unknown>;
}

/** Marian's log line: `[2026-01-31 09:00:00] Error: Unknown model type: rnn`. */
const ERROR_LINE = /^\[[^\]]*\] Error: (.*)$/;

type ResizeHeap = (bytes: number) => boolean;
type GlueImports = WebAssembly.Imports & {
  env: WebAssembly.ModuleImports & { emscripten_resize_heap: ResizeHeap };
};

/** The engine's allocator asks this import for memory, and gets false when there is no more. */
function watchedGrowth(
  { emscripten_resize_heap: resize }: GlueImports['env'],
  report: EngineReport,
): ResizeHeap {
  return (bytes) => {
    const isGrown = resize(bytes);
    if (!isGrown) report.isOutOfMemory = true;
    return isGrown;
  };
}

/**
 * Imports of the engine's WebAssembly and the exports that implement them without Firefox's own
 * code.
 */
const MATRIX_FUNCTIONS = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
} as const;

/**
 * Starts the engine's WebAssembly in this process. The package's own worker script does not run in
 * Node, because it calls `require` in a module; so this evaluates the glue code beside it with a
 * module object of our own.
 * @throws when the WebAssembly cannot be compiled or started
 */
export function loadBergamot(): Promise<Bergamot> {
  const require = createRequire(import.meta.url);
  const folder = path.join(path.dirname(require.resolve('@browsermt/bergamot-translator')), 'worker');
  const gluePath = path.join(folder, 'bergamot-translator-worker.js');
  const wasm = readFileSync(path.join(folder, 'bergamot-translator-worker.wasm'));
  const report: EngineReport = { error: null, isOutOfMemory: false };
  return new Promise((resolve, reject) => {
    const module = {
      instantiateWasm(imports: GlueImports, accept: (instance: WebAssembly.Instance) => void) {
        const env = { ...imports.env, emscripten_resize_heap: watchedGrowth(imports.env, report) };
        WebAssembly.instantiate(wasm, { ...imports, env, wasm_gemm: matrixFunctions() }).then(
          ({ instance }) => accept(instance),
          reject,
        );
        return {};
      },
      onRuntimeInitialized: () => resolve({ api: module, report }),
      onAbort: reject,
      print: () => undefined,
      printErr(line: string) {
        report.error ??= ERROR_LINE.exec(line)?.[1] ?? null;
      },
    } as Partial<GlueModule> & Record<string, unknown> as GlueModule;
    const matrixFunctions = () =>
      Object.fromEntries(
        Object.entries(MATRIX_FUNCTIONS).map(([name, fallback]) => [
          name,
          (...args: number[]) => module.asm[fallback]?.(...args),
        ]),
      );
    const run = vm.runInThisContext(
      `(function (Module, require, __dirname, __filename) {${readFileSync(gluePath, 'utf8')}\n})`,
      { filename: gluePath },
    ) as (module: GlueModule, require: NodeJS.Require, folder: string, file: string) => void;
    run(module, require, folder, gluePath);
  });
}
