import type { Model, ModelFile } from './model.ts';

const HUGGING_FACE = 'https://huggingface.co/csukuangfj';
/** Revisions of the repositories, so that an address always serves the same bytes. */
const SENSEVOICE = `${HUGGING_FACE}/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17/resolve/2365baeacb507f821a0c8120fcee3d484dba7a07`;
const WHISPER = `${HUGGING_FACE}/sherpa-onnx-whisper-turbo/resolve/2ca6ff69fc878651b770880507669577ac41c2ff`;

/** A file that travels as it is installed. */
function file(role: string, origin: string, name: string, bytes: number, sha256: string): ModelFile {
  const download = { url: `${origin}/${name}`, bytes, sha256, compression: 'none' as const };
  return { role, name, bytes, sha256, download };
}

/**
 * Models for speech recognition in the format of sherpa-onnx, quantised to int8. Several
 * independent public projects record the same sizes and SHA-256 for the revisions above.
 */
export const SPEECH_MODELS: readonly Model[] = [
  {
    id: 'speech-sensevoice',
    kind: 'speech',
    title: 'SenseVoice small',
    version: '2024-07-17',
    optional: true,
    licence: {
      name: 'FunASR Model License 1.1',
      url: 'https://github.com/modelscope/FunASR/blob/main/MODEL_LICENSE',
    },
    files: [
      file(
        'model',
        SENSEVOICE,
        'model.int8.onnx',
        239233841,
        'c71f0ce00bec95b07744e116345e33d8cbbe08cef896382cf907bf4b51a2cd51',
      ),
      file(
        'tokens',
        SENSEVOICE,
        'tokens.txt',
        315894,
        'f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc',
      ),
    ],
  },
  {
    id: 'speech-whisper-turbo',
    kind: 'speech',
    title: 'Whisper large-v3-turbo',
    version: '2ca6ff6',
    optional: true,
    licence: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    files: [
      file(
        'encoder',
        WHISPER,
        'turbo-encoder.int8.onnx',
        674716297,
        'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b',
      ),
      file(
        'decoder',
        WHISPER,
        'turbo-decoder.int8.onnx',
        361080764,
        '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547',
      ),
      file(
        'tokens',
        WHISPER,
        'turbo-tokens.txt',
        816730,
        'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      ),
    ],
  },
];
