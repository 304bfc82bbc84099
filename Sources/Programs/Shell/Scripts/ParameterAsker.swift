import Diagnostics

/// Asks the user for the values of parameters.
struct ParameterAsker {
  let reader: any BlockReader
  let isColored: Bool
  /// Whether a text is valid for a type.
  let fits: (_ text: String, _ type: String) -> Bool
  /// Explains why a value is asked for again.
  let say: (String) -> Void

  /// The typed values by name; nil if the user cancelled.
  func values(for wanted: [MissingParameter]) -> [String: String]? {
    var values: [String: String] = [:]
    for parameter in wanted where values[parameter.name] == nil {
      guard let value = value(of: parameter) else { return nil }
      values[parameter.name] = value
    }
    return values
  }

  private func value(of parameter: MissingParameter) -> String? {
    let type = parameter.type.map { " (\($0))" } ?? ""
    let prompt = Prompt("$\(parameter.name)\(type) =", isColored: isColored)
    var emptyLines = 0
    while true {
      switch reader.readLine(prompt: prompt) {
      case .block(let text):
        guard let reason = refusal(of: text, for: parameter) else { return text }
        emptyLines = text.isBlank ? emptyLines + 1 : 0
        if emptyLines == 2 { return nil }
        say(reason)
      case .interrupted: return nil
      case .endOfInput:
        reader.endLine()
        return nil
      }
    }
  }

  /// Why `text` is not a valid value; nil if it is.
  private func refusal(of text: String, for parameter: MissingParameter) -> String? {
    guard let type = parameter.type, type != "String" || text.isBlank else { return nil }
    if text.isBlank { return "a value is required; an empty line or Ctrl-C cancels the statement" }
    return fits(text, type) ? nil : "\(text.debugDescription) is not a valid \(type)"
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
