/** The languages that the agent speaks. To add one, write its file and list it here. */
import type { Language } from './language.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { ja } from './languages/ja.ts'
import { ko } from './languages/ko.ts'
import { nl } from './languages/nl.ts'
import { pl } from './languages/pl.ts'
import { pt } from './languages/pt.ts'
import { ru } from './languages/ru.ts'
import { tr } from './languages/tr.ts'
import { zh } from './languages/zh.ts'

export const languages: readonly Language[] = [en, es, de, fr, pt, it, nl, pl, ru, tr, zh, ja, ko, ar]
