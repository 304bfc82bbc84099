import Testing

/// The text of a file, and the lines that reading it is expected to give.
struct FileCase: CustomTestStringConvertible, Sendable {
  let text: String
  let expected: [String]
  var testDescription: String { text.debugDescription }

  init(_ text: String, _ expected: String...) {
    self.text = text
    self.expected = expected
  }
}
