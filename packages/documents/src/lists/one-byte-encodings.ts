/** Encodings with one byte a character: those of DOS, which no decoder of the platform knows, and the characters of any. */

/** The upper half of code page 850, which Excel still writes as "CSV (MS-DOS)", and of 852 for Central Europe. */
const DOS: Readonly<Record<string, string>> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

const SLICE_BYTES = 64 * 1024

/** The 128 characters beyond ASCII; U+FFFD where a byte is none. */
export function upperHalf(encoding: string): string[] {
  const dos = DOS[encoding]
  if (dos !== undefined) return [...dos]
  const decoder = new TextDecoder(encoding)
  return Array.from({ length: 128 }, (_, i) => decoder.decode(Uint8Array.of(128 + i)))
}

/** Throws where the bytes are not in the encoding. */
export function decodeAs(encoding: string, bytes: Uint8Array): Buffer {
  const dos = DOS[encoding]
  // Vietnamese has its tones apart there, and as one character with their vowel everywhere else.
  if (dos === undefined) {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return Buffer.from(encoding === 'windows-1258' ? text.normalize('NFC') : text)
  }
  const written: Buffer[] = []
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    let text = ''
    for (const byte of bytes.subarray(from, from + SLICE_BYTES))
      text += byte < 0x80 ? String.fromCharCode(byte) : dos[byte - 0x80]
    written.push(Buffer.from(text))
  }
  return Buffer.concat(written)
}
