// The parts of sherpa-onnx-node 1.13 that the server uses; the package has no types of its own.
declare module 'sherpa-onnx-node' {
  interface SpeechSegment {
    /** Index of its first sample. */
    start: number;
    samples: Float32Array;
  }

  interface VadConfig {
    sileroVad: {
      model: string;
      threshold: number;
      /** All in seconds. */
      minSpeechDuration: number;
      minSilenceDuration: number;
      maxSpeechDuration: number;
      /** Samples at a time. */
      windowSize: number;
    };
    sampleRate: number;
    numThreads: number;
  }

  class Vad {
    constructor(config: VadConfig, bufferSizeInSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    front(enableExternalBuffer?: boolean): SpeechSegment;
    pop(): void;
    flush(): void;
    reset(): void;
  }

  interface OfflineRecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: {
      senseVoice?: { model: string; language: string; useInverseTextNormalization: 0 | 1 };
      whisper?: { encoder: string; decoder: string; language: string; task: 'transcribe' };
      tokens: string;
      numThreads: number;
      provider: 'cpu';
    };
  }

  class OfflineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  }

  class OfflineRecognizer {
    /** @throws {Error} for a configuration that is no good; a damaged model ends the process */
    constructor(config: OfflineRecognizerConfig);
    createStream(): OfflineStream;
    setConfig(config: OfflineRecognizerConfig): void;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { text: string; lang: string };
  }

  class LinearResampler {
    constructor(inputSampleRate: number, outputSampleRate: number);
    resample(samples: Float32Array): Float32Array;
    flush(samples: Float32Array): Float32Array;
  }

  const sherpa: {
    Vad: typeof Vad;
    OfflineRecognizer: typeof OfflineRecognizer;
    LinearResampler: typeof LinearResampler;
  };
  // biome-ignore lint/style/noDefaultExport: this is how Node.js sees a CommonJS package
  export default sherpa;
  export type { LinearResampler, OfflineRecognizer, OfflineRecognizerConfig, Vad };
}
