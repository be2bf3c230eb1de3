/** Entrance of the desk. */
import { start } from '../shell/start.tsx'
import { Desk } from './Desk.tsx'

start('/desk', Desk)
