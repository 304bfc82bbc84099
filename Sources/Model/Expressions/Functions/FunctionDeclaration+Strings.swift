import Foundation
import Model

/// Functions of strings.
extension FunctionDeclaration {
  static let parts: [FunctionDeclaration] = cuts + searches + shapes

  private static let cuts: [FunctionDeclaration] = [
    .init(
      .prefix,
      ["text", "n"],
      gives(.string, of: .string, .int),
      "the first `n` characters",
      "fetch User group by prefix(firstName, 1) select prefix(firstName, 1) as letter, count() limit 3",
      body: .values { .string(TextFunctions.slice($0.text(0), from: 0, length: $0.int(1))) }
    ),
    .init(
      .suffix,
      ["text", "n"],
      gives(.string, of: .string, .int),
      "the last `n` characters",
      "= suffix(\"IMG_0042\", 4)",
      body: .values { .string(String($0.text(0).suffix(Int(clamping: max(0, $0.int(1)))))) }
    ),
    .init(
      .slice,
      ["text", "from", "length?"],
      .signatures([
        sign(.string, of: .string, .int), sign(.string, of: .string, .int, .int),
      ]),
      "the characters from place `from`, which counts from 0",
      "= slice(\"2026-07-01\", 5, 2)",
      body: .values {
        .string(TextFunctions.slice($0.text(0), from: $0.int(1), length: $0.int(2, or: .max)))
      }
    ),
    .init(
      .split,
      ["text", "separator"],
      gives(.list(.string), of: .string, .string),
      "the parts between separators, as an array",
      "= split(\"a,b,,c\", \",\")",
      body: .values { arguments in
        .list(TextFunctions.split(arguments.text(0), by: arguments.text(1)).map(Value.string))
      }
    ),
    .init(
      .join,
      ["array", "separator"],
      gives(.string, of: .list(.string), .string),
      "the strings of an array with a separator between them; nils are skipped",
      "= join([\"a\", \"b\"], \"-\")",
      body: .values { arguments in
        let parts = arguments.list(0).compactMap { value -> String? in
          if case .string(let text) = value { text } else { nil }
        }
        return .string(try TextFunctions.joined(parts, by: arguments.text(1)))
      }
    ),
  ]

  private static let searches: [FunctionDeclaration] = [
    .init(
      .position,
      ["text", "part"],
      gives(.int, of: .string, .string),
      "the place of the first `part`, which counts from 0; nil if it is not found",
      "= position(\"ada@example.org\", \"@\")",
      body: .values { arguments in
        TextFunctions.position(of: arguments.text(1), in: arguments.text(0)).map(Value.int) ?? .null
      }
    ),
    .init(
      .occurrences,
      ["text", "part"],
      gives(.int, of: .string, .string),
      "how many times `part` occurs in the string",
      "= count(\"banana\", \"an\")",
      body: .values { arguments in
        .int(Int64(TextFunctions.split(arguments.text(0), by: arguments.text(1)).count - 1))
      }
    ),
    .init(
      .match,
      ["text", "/…/", "group?"],
      .signatures([
        sign(.string, of: .string, pattern), sign(.string, of: .string, pattern, .int),
      ]),
      "the first match of a regular expression, or its group; nil if there is none",
      "= match(\"Order 4711 of 7\", /(\\d+) of (\\d+)/, 2)",
      body: .values { arguments in
        RegularExpression.cached(arguments.text(1))?
          .firstMatch(in: arguments.text(0), group: Int(clamping: arguments.int(2)))
          .map(Value.string) ?? .null
      }
    ),
  ]

  private static let shapes: [FunctionDeclaration] = [
    .init(
      .capitalized,
      ["text"],
      gives(.string, of: .string),
      "the string with each word capitalized",
      "= capitalized(\"ada lovelace\")",
      body: .values { .string($0.text(0).capitalized) }
    ),
    .init(
      .padded,
      ["text", "n", "left|right?"],
      .signatures([
        sign(.string, of: .string, .int), sign(.string, of: .string, .int, side),
      ]),
      "the string filled up with spaces to `n` characters, on the right or on the left",
      "= padded(\"7\", 3, left) + \"|\"",
      body: .values { arguments in
        .string(
          try TextFunctions.padded(
            arguments.text(0),
            to: arguments.int(1),
            onLeft: arguments.text(2) == "left"
          )
        )
      }
    ),
    .init(
      .repeated,
      ["text", "n"],
      gives(.string, of: .string, .int),
      "the string `n` times",
      "= repeated(\"ab\", 3)",
      body: .values { .string(try TextFunctions.repeated($0.text(0), $0.int(1))) }
    ),
    .init(
      .reversed,
      ["text"],
      gives(.string, of: .string),
      "the characters from the last to the first",
      "= reversed(\"Oslo\")",
      body: .values { .string(String($0.text(0).reversed())) }
    ),
  ]
}
