/**
 * Numbers people write as words, as digits. Left out are words that are others as well: "one", "un", "neuf" (new), "dois" (must), "due".
 */
const written: Readonly<Record<string, string>> = {
  2: 'two zwei deux dos duas twee dwa два две iki اثنان',
  3: 'three drei trois tre drie trzy три ثلاثه',
  4: 'four vier quatre cuatro quatro quattro cztery четыре اربعه',
  5: 'five funf cinq cinco cinque vijf piec пять bes خمسه',
  6: 'six sechs seis zes szesc шесть alti سته',
  7: 'seven sieben siete sete sette zeven siedem семь yedi سبعه',
  8: 'eight acht huit ocho oito osiem восемь sekiz ثمانيه',
  9: 'nine neun nueve nove negen dziewiec девять dokuz تسعه',
  10: 'ten zehn dix diez dieci tien dziesiec десять عشره',
  12: 'twelve zwolf douze doce doze dodici twaalf dwanascie двенадцать',
  14: 'fourteen vierzehn quatorze catorce catorze quattordici veertien czternascie четырнадцать',
  15: 'fifteen funfzehn quinze quindici vijftien pietnascie пятнадцать',
  20: 'twenty zwanzig vingt veinte vinte venti twintig dwadziescia двадцать yirmi',
  30: 'thirty dreissig trente treinta trinta trenta dertig trzydziesci тридцать otuz',
  60: 'sixty sechzig soixante sesenta sessenta sessanta zestig шестьдесят altmis',
  90: 'ninety neunzig noventa novanta negentig девяносто doksan',
  100: 'hundred hundert cien cento honderd sto сто yuz',
}

/** By the word as it stands after `normalise`. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  Object.entries(written).flatMap(([digits, words]) =>
    words.split(' ').map((word) => [word, digits] as const),
  ),
)
