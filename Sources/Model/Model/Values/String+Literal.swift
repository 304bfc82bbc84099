extension String {
  /// The quoted string, with escapes for characters that do not print.
  package func quotedAsLiteral(by quote: Unicode.Scalar = "\"") -> String {
    "\(quote)" + unicodeScalars.map { Self.escaped($0, quote) }.joined() + "\(quote)"
  }

  private static func escaped(_ scalar: Unicode.Scalar, _ quote: Unicode.Scalar) -> String {
    switch scalar {
    case quote, "\\": "\\\(scalar)"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default:
      isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .privateUse: false
    default: !scalar.properties.isBidiControl
    }
  }
}
