import Diagnostics
import JSONRPC
import Model
import Session
import Shell
import Syntax

/// Completion, help and corrections of words.
extension EditorServer {
  func completions(_ place: Place) throws(RPCError) -> JSON {
    let source = place.document.source
    let start = min(place.document.start(at: place.offset), place.offset)
    let before = source.text(in: SourceSpan(start, place.offset))
    let completion = assistant(place.document).completion(after: before)
    let replaced = String(
      String.UnicodeScalarView(before.unicodeScalars.suffix(completion.replaced))
    )
    let span = SourceSpan(place.offset - replaced.utf8.count, place.offset)
    let range = place.positions.range(span)
    let items = completion.candidates.enumerated().map { index, candidate -> JSON in
      [
        "label": .string(candidate.text), "detail": .string(candidate.detail),
        "kind": .int(Self.kind(of: candidate, place.document.session)),
        "filterText": .string(replaced.isEmpty ? candidate.text : replaced),
        "sortText": .string(String(100_000 + index)),
        "textEdit": ["range": range, "newText": .string(candidate.text)],
      ]
    }
    return ["isIncomplete": true, "items": .array(items)]
  }

  /// The protocol's number for a kind of candidate.
  private static func kind(of candidate: Completion.Candidate, _ session: QuerySession) -> Int {
    let text = candidate.text
    let (value, function, model, keyword, field) = (12, 3, 7, 14, 5)
    if text.hasPrefix("\"") || text.hasPrefix("'") { return value }
    if text.hasSuffix("(") { return function }
    if session.schema.entity(text) != nil { return model }
    let isWord = text.split(separator: " ").allSatisfy { Keyword(spelling: String($0)) != nil }
    return isWord && candidate.detail.isEmpty || text.hasPrefix(".") ? keyword : field
  }

  func hover(_ place: Place) throws(RPCError) -> JSON {
    let found = assistant(place.document).explanation(of: place.document.source, at: place.offset)
    guard let found else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(found.markdown)],
      "range": place.positions.range(found.span),
    ]
  }

  /// Names that an unknown word may have been meant as.
  func codeActions(_ place: Place) throws(RPCError) -> JSON {
    let wanted = place.positions.span(place.parameters["range"])
    let source = place.document.source
    let assistant = assistant(place.document)
    let actions = place.document.findings.flatMap { finding -> [JSON] in
      guard let span = finding.primary?.span, finding.source == nil,
        span.lowerBound < span.upperBound,
        span.lowerBound <= wanted.upperBound, wanted.lowerBound <= span.upperBound
      else { return [] }
      let start = place.document.start(at: span.lowerBound)
      let word = source.text(in: span)
      let isCommand = word.hasPrefix(".")
      let before = source.text(in: SourceSpan(start, span.lowerBound)) + (isCommand ? "." : "")
      let names = assistant.completion(after: before).candidates.map(\.text)
      return nearestNames(to: word, in: names).map { name in
        [
          "title": .string("Replace with `\(name)`"), "kind": "quickfix",
          "isPreferred": true,
          "diagnostics": .array(Self.diagnostics(at: span, place)),
          "edit": ["changes": [place.address: [Self.edit(span, name, place.positions)]]],
        ]
      }
    }
    return .array(actions)
  }

  /// The diagnostics of the request at a span.
  private static func diagnostics(at span: SourceSpan, _ place: Place) -> [JSON] {
    let range = place.positions.range(span)
    return (place.parameters["context"]["diagnostics"].array ?? []).filter { $0["range"] == range }
  }

  static func edit(_ span: SourceSpan, _ text: String, _ positions: TextPositions) -> JSON {
    ["range": positions.range(span), "newText": .string(text)]
  }
}
