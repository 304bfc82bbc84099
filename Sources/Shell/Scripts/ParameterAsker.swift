import Diagnostics

/// Asks the person at the terminal for the values of parameters.
struct ParameterAsker {
  let reader: any BlockReader
  let isColored: Bool

  /// The values that were typed, by name; nil when one was refused with Ctrl-C or Ctrl-D.
  func values(for wanted: [WantedParameter]) -> [String: String]? {
    var values: [String: String] = [:]
    for parameter in wanted where values[parameter.name] == nil {
      guard let value = value(of: parameter) else { return nil }
      values[parameter.name] = value
    }
    return values
  }

  private func value(of parameter: WantedParameter) -> String? {
    let type = parameter.type.map { " (\($0))" } ?? ""
    let prompt = Prompt("$\(parameter.name)\(type) =", isColored: isColored)
    switch reader.readLine(prompt: prompt) {
    case .block(let text): return text
    case .interrupted: return nil
    case .endOfInput:
      reader.endLine()
      return nil
    }
  }
}
