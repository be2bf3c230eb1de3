/** The kind of the lane items of conversions. */
export const CONVERT_KIND = 'convert'
