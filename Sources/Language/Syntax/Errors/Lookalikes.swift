/// Characters that are often typed or pasted instead of one of the language.
enum Lookalikes {
  static func help(for scalar: Unicode.Scalar) -> String? {
    if quotes.contains(scalar) { return "write strings in straight quotes: \"…\"" }
    if scalar == "\\" { return "write a path without `\\.`, as in `sort name`" }
    return plain[scalar].map { "write `\($0)`" }
  }

  /// Typographic quotation marks.
  static let quotes: Set<Unicode.Scalar> = [
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2018}", "\u{2019}", "\u{201A}",
    "\u{201B}", "\u{AB}", "\u{BB}", "\u{B4}",
  ]

  static let plain: [Unicode.Scalar: String] = [
    "&": "and",
    "|": "or",
    "^": "power(a, b)",
    "\u{2260}": "!=",
    "\u{2264}": "<=",
    "\u{2265}": ">=",
    "\u{2212}": "-",
    "\u{2013}": "-",
    "\u{2014}": "-",
    "\u{D7}": "*",
    "\u{F7}": "/",
    "\u{2026}": "...",
  ]
}
