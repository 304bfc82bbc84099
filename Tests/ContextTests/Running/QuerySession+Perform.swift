import Session

/// A valid statement was rejected.
struct UnexpectedRefusal: Error {
  let text: String
  let messages: [String]
}

extension QuerySession {
  /// Runs the one statement of `text`, which is not refused.
  func perform(_ text: String) throws {
    if case .refused(_, let messages) = SessionAnswer(text, in: self) {
      throw UnexpectedRefusal(text: text, messages: messages)
    }
  }
}
