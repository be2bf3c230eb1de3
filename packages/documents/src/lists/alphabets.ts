/** The encodings with one byte a character, and the letters beyond ASCII of the languages that were written in them. */
export interface Language {
  /** Small letters, the most common first. */
  readonly letters: string
  /** Common words without any of these letters: they tell languages apart that share letters. */
  readonly words: ReadonlySet<string>
  /** How likely a file is in this language, beside the others of its encoding. */
  readonly prior: number
  /** Words are written in these letters alone: one between Latin letters is no word. */
  readonly isOwnScript: boolean
  /** The letters stand at the end of words. */
  readonly isFinal?: boolean
}

const latin = (letters: string, words: string, prior = 1): Language => ({
  letters,
  words: new Set(words.split(' ')),
  prior,
  isOwnScript: false,
})
const script = (letters: string, prior = 1): Language => ({
  letters,
  words: new Set(),
  prior,
  isOwnScript: true,
})

const german = latin(
  'üäöß',
  'der die das und ist nicht ein eine den von mit zu wie kann ich wird auf werden frage antwort bis uhr bei',
)
const french = latin(
  'éèàêçùôûîâïëœ',
  'le la les des est une un et vous pour dans du pas que sur nous par avec question',
)
const spanish = latin(
  'óáíéñúü',
  'el la los las de que es un una en para con no por se del como al pregunta respuesta',
)
const portuguese = latin(
  'ãçáéíóêõúâôà',
  'os as de que um uma em para com do da por se como seu ao no na pergunta resposta',
)
const italian = {
  ...latin('àèùòéì', 'il la di che un una per non si con del sono come gli le da domanda risposta', 0.99),
  isFinal: true,
}
const nordic = latin(
  'äåöøæé',
  'och att det som en er ikke av til den har kan inte med og ja on ei svar kysymys vastaus',
  0.99,
)
const catalan = latin('óàéèíçúòïü', 'el la els les que un una per amb de no es del al', 0.97)
const dutch = latin('ëéïöüó', 'de het een van is niet en voor op te met zijn of wordt vraag antwoord', 0.98)
const celtic = latin('áéíóúàèìòù', 'an na agus ar is nach le don bhfuil', 0.9)
const icelandic = latin('áíðéóþúæöý', 'er ekki til um og vera hefur', 0.9)
/** English, and names of several countries in one text. */
const mixed = latin(
  'éèüöäàáíóúñçêâîôûëïåøæãõß',
  'the of to and is in you for how can what are do not question answer',
  0.8,
)
const western = [
  german,
  french,
  spanish,
  portuguese,
  italian,
  nordic,
  catalan,
  dutch,
  celtic,
  icelandic,
  mixed,
]

const polish = latin('ęąłóżśćńź', 'nie na jest do jak czy od po za dla to lub przez pytanie')
const czech = latin('íáéěřšžčýůúťňďó', 'je na se do jak pro nebo po to bude ve')
const slovak = latin('áíéščžýúľťôňóäďĺŕ', 'je na sa do ako pre alebo po to bude vo', 0.99)
const hungarian = latin('áéöíőóüúű', 'az egy nem van hogy is meg vagy ez', 0.99)
const southSlavic = latin('čšžćđ', 'je na za da se ni ne od iz ki kako li ili nije pitanje odgovor', 0.98)
const romanian = latin('ăîţâş', 'nu de la cu un pe este se din sau pentru', 0.97)
const central = [german, polish, czech, slovak, hungarian, southSlavic, romanian]

const turkish = latin('ıişğüçöâîû', 'bir ve bu ne da de mi var ile soru cevap', 0.99)
const estonian = latin('äõüöšž', 'ja on ei ole see kas kui', 0.97)
const latvian = latin('āīšēņļūžčķģ', 'ir un no par ar vai kas uz', 0.97)
const lithuanian = latin('ėąšįųžūčę', 'ir yra ar su kaip ne iki klausimas atsakymas', 0.97)
/** The marks for the tones are characters of their own in its encoding. */
const vietnamese = latin(
  'đâêôưáàơăóíúéèòìùýãõ\u0301\u0300\u0309\u0303\u0323',
  'cho trong khi hay theo sau con',
  0.98,
)

const russian = script('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё')
const ukrainian = script('оаинвіетрслкудмпзяьбгйчюхцжїшєфщґ', 0.99)
const bulgarian = script('аоиетнрсвлкдпмзяугбъчцйжщхшюфь', 0.98)
const serbian = script('аоиенртсјуквдпмлзгбчшљцћњжхђфџ', 0.97)
const macedonian = script('аоиетнрсвдкплумзјгбшчцжњфќхѓџљѕ', 0.96)
const belarusian = script('аніделрктсоўяымпзувйгбчхцьшжэюфё', 0.97)
const cyrillic = [russian, ukrainian, bulgarian, serbian, macedonian, belarusian]

const greek = script('αοιετσνηυρπκμλςίάδγωέόχθφήβύώζξψϊϋΐΰ')
const hebrew = script('ויהלאמרתבשנכחדקפעצגםןזטסךץף')
const arabic = script('اليمنرتبعدسهوقفحكجشصخطأةىضإثذغزءئؤظآًّ،؟؛ـ')
const persian = script('ایرندهمتبوسکشلزگخعفجقپحصآچطضغئذظثژءي،؟؛', 0.97)

export interface Alphabet {
  readonly encoding: string
  /** How likely a file is in this encoding, beside others that read as well. */
  readonly prior: number
  readonly languages: readonly Language[]
}

const alphabet = (encoding: string, prior: number, languages: readonly Language[]): Alphabet => ({
  encoding,
  prior,
  languages,
})

/** Of those that read equally well, the first. */
export const alphabets: readonly Alphabet[] = [
  alphabet('windows-1252', 1, western),
  alphabet('windows-1250', 0.99, central),
  alphabet('windows-1251', 1, cyrillic),
  alphabet('windows-1254', 0.985, [turkish]),
  alphabet('windows-1253', 1, [greek]),
  alphabet('windows-1255', 1, [hebrew]),
  alphabet('windows-1256', 1, [arabic, persian]),
  alphabet('windows-1257', 0.97, [lithuanian, latvian, estonian]),
  alphabet('windows-1258', 0.97, [vietnamese]),
  alphabet('koi8-r', 0.98, [russian, bulgarian]),
  alphabet('koi8-u', 0.975, [ukrainian]),
  alphabet('iso-8859-15', 0.97, western),
  alphabet('iso-8859-2', 0.97, central),
  alphabet('iso-8859-5', 0.96, cyrillic),
  alphabet('iso-8859-6', 0.96, [arabic]),
  alphabet('iso-8859-7', 0.98, [greek]),
  alphabet('ibm866', 0.96, cyrillic),
  alphabet('ibm850', 0.94, western),
  alphabet('ibm852', 0.93, central),
  alphabet('macintosh', 0.94, western),
  alphabet('x-mac-cyrillic', 0.96, cyrillic),
]
