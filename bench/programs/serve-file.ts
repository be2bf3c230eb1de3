/** Serves one file on PORT, at any path but the root, which says that it is ready. */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

const file = process.env.BENCH_FILE as string
const size = statSync(file).size
const server = createServer((request, response) => {
  if (request.url === '/') {
    response.end('ready')
    return
  }
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size })
  createReadStream(file).pipe(response)
})
server.listen(Number(process.env.PORT), process.env.HOST)
process.once('SIGTERM', () => process.exit(0))
