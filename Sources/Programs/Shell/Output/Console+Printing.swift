import Diagnostics

extension Console {
  /// Prints a text among the results, and a line end unless the text has one.
  func printLine(_ text: StyledText, hasEnd: Bool = false) {
    output.write(text.rendered(usesColor: usesColor))
    if !hasEnd { output.write("\n") }
  }

  /// Prints a remark about a result, where it cannot be taken for a part of one.
  func printRemark(_ text: String) {
    if mode.isForPeople {
      printLine(StyledText(text, .dim))
    } else {
      flush()
      OutputDescriptor.standardError.write(Array((text + "\n").utf8))
    }
  }

  /// Whether an empty result is explained.
  var givesHints: Bool {
    switch settings.hints {
    case .on: true
    case .off: false
    case .auto: mode.isForPeople && printsToTerminal
    }
  }

  /// Whether results are coloured.
  var usesColor: Bool { settings.color.isColored(output.descriptor.descriptor) }
}
