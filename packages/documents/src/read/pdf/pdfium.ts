/** Opens a PDF with PDFium, compiled to WebAssembly. Each file has its own memory, which is bounded and freed with the file. */
import { readFileSync } from 'node:fs'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { Unreadable } from '../../unreadable.ts'

/** PDFium itself takes 20 MB. Without this limit the module would grow to 2 GB. */
const MOST_MB = 200
const PASSWORD_ERROR = 4
/** Size of the memory for the result of one call: a box, a matrix or a name. */
export const SCRATCH_BYTES = 256

export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export type Pdfium = ReturnType<typeof open>

interface Imports {
  readonly env: { emscripten_resize_heap: (bytes: number) => boolean }
}

/** The parts of the global `WebAssembly` that are used here; the types of Node do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: Imports) => { readonly exports: object }
  readonly RuntimeError: new (message: string) => Error
}

let compiled: object | undefined

/** Runs `work` on the opened document. Refuses a document that makes PDFium fail or exceeds the memory limit. */
export async function withPdf<T>(bytes: Uint8Array, work: (pdf: Pdfium) => T): Promise<T> {
  const wasm = new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  compiled ??= new WebAssembly.Module(readFileSync(wasm))
  const bounded = {
    instantiateWasm(imports: Imports, receive: (instance: object) => void) {
      const grow = imports.env.emscripten_resize_heap
      imports.env.emscripten_resize_heap = (size) => size >>> 0 <= MOST_MB * 1_000_000 && grow(size)
      const instance = new WebAssembly.Instance(compiled!, imports)
      receive(instance)
      return instance.exports
    },
    // PDFium writes to the console before it aborts.
    print: () => {},
    printErr: () => {},
  }
  const module = await init(bounded as object)
  try {
    return work(open(module, bytes))
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    throw new Unreadable(
      `The PDF is damaged, or takes more than the ${MOST_MB} MB of memory allowed. Print it as PDF anew, or split it.`,
    )
  }
}

function open(module: WrappedPdfiumModule, bytes: Uint8Array) {
  // The views of the heap are replaced when it grows, so they must be read again for each access.
  const heap = module.pdfium as typeof module.pdfium & { HEAPU8: Uint8Array; HEAPF32: Float32Array }
  const { malloc } = heap.wasmExports
  module.PDFiumExt_Init()
  const scratch = malloc(SCRATCH_BYTES)
  const address = malloc(bytes.length)
  if (!address) throw new WebAssembly.RuntimeError('no memory for the file')
  heap.HEAPU8.set(bytes, address)
  const document = module.FPDF_LoadMemDocument(address, bytes.length, '')
  if (!document) {
    throw new Unreadable(
      module.FPDF_GetLastError() === PASSWORD_ERROR
        ? 'The PDF is protected with a password. Send a copy without one.'
        : 'The PDF is damaged or was cut off on its way: it could not be opened. Send it again, or print it as PDF anew.',
    )
  }
  // Functions are called directly, because the wrapper takes ten times as long as most of them.
  return Object.assign(module, heap.wasmExports, {
    document,
    /** The address of memory to which calls may write their results. */
    scratch,
    /** The numbers at `scratch`, of which a box uses four and a matrix six. */
    floats(): [number, number, number, number, number, number] {
      const [all, at] = [heap.HEAPF32, scratch / 4]
      return [all[at]!, all[at + 1]!, all[at + 2]!, all[at + 3]!, all[at + 4]!, all[at + 5]!]
    },
    text: () => heap.UTF8ToString(scratch),
  })
}
