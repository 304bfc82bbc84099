import Diagnostics
import Session

extension Console {
  /// Prints a line among the results.
  func printLine(_ text: StyledText, hasEnd: Bool = false) {
    output.write(text.rendered(usesColor: usesColor))
    if !hasEnd { output.write("\n") }
  }

  /// Prints a note about a result, to standard error in machine formats.
  func printRemark(_ text: String) {
    if mode.isForPeople {
      printLine(StyledText(text, .dim))
    } else {
      flush()
      OutputDescriptor.standardError.write(Array((text + "\n").utf8))
    }
  }

  var givesHints: Bool {
    switch settings.hints {
    case .on: true
    case .off: false
    case .auto: mode.isForPeople && printsToTerminal
    }
  }

  var usesColor: Bool { settings.color.isColored(output.descriptor.descriptor) }
}

extension Console {
  /// Throws if writing to `path` would overwrite the file of an open store.
  ///
  /// - Parameter span: The location of the path; nil if it was not typed.
  func refuseStore(at path: String, in span: SourceSpan? = nil) throws(Diagnostic) {
    guard let store = stores.store(writtenTo: path) else { return }
    throw Diagnostic(
      .error,
      "cannot write \(path.debugDescription): it is the file of the open store `\(store.name)`",
      at: span.map { Diagnostic.Label($0) }
    )
  }
}
