public import Expressions
import Model
public import Storage

extension FetchTextPrinter {
  /// The text of a window: `rank() over (group by owner sort amount desc)`.
  public func text(of window: Window) -> String {
    var parts: [String] = []
    if !window.keys.isEmpty {
      parts.append("group by " + window.keys.map { text(of: $0) }.joined(separator: ", "))
    }
    if !window.sort.isEmpty {
      parts.append("sort " + window.sort.map { text(of: $0) }.joined(separator: ", "))
    }
    switch window.frame {
    case .standard: break
    case .rows(let before, let after):
      parts.append("rows" + bounds(before.map { "\($0)" }, after.map { "\($0)" }))
    case .range(let before, let after):
      parts.append("range" + bounds(before.map(text), after.map(text)))
    }
    return "\(call(window)) over (\(parts.joined(separator: " ")))"
  }

  private func bounds(_ before: String?, _ after: String?) -> String {
    " \(before ?? "all") before \(after ?? "all") after"
  }

  private func call(_ window: Window) -> String {
    guard window.function != .aggregate else {
      return text(of: window.aggregate, window.element, where: nil, options: window.options)
    }
    var arguments = window.element.map { [text(of: $0)] } ?? []
    if window.function == .ntile || (window.function.isShift && window.hasShift) {
      arguments.append("\(window.count)")
    }
    if let otherwise = window.otherwise { arguments.append(text(of: otherwise)) }
    return "\(window.function.rawValue)(\(arguments.joined(separator: ", ")))"
  }
}

extension WindowFunction {
  fileprivate var isShift: Bool { self == .lag || self == .lead }
}

extension Window {
  /// Whether the distance is written.
  fileprivate var hasShift: Bool { count != 1 || otherwise != nil }
}
