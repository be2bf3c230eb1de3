/** Joins characters that a stream cut in two, and drops what no store takes: half characters and U+0000. */
export interface CharacterJoiner {
  push(text: string): string
  end(): string
}

export function createCharacterJoiner(): CharacterJoiner {
  let half = ''
  return {
    push(text) {
      const all = (half + text).replaceAll('\0', '')
      const last = all.charCodeAt(all.length - 1)
      half = last >= 0xd800 && last <= 0xdbff ? all.slice(-1) : ''
      return (half === '' ? all : all.slice(0, -1)).toWellFormed()
    },
    end() {
      const rest = half === '' ? '' : '\ufffd'
      half = ''
      return rest
    },
  }
}
