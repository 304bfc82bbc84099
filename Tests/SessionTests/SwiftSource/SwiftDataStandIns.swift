import Foundation

/// Printed models without SwiftData's macros, so that a compiler without SwiftData can check their
/// types: key paths of macros are kept as constants.
enum SwiftDataStandIns {
  static let source = """
    import Foundation

    class PersistentModel: Hashable {
      init() {}
      static func == (left: PersistentModel, right: PersistentModel) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    """

  /// The models of `text` as types within an enum called `name`.
  static func namespace(_ name: String, of text: String) -> String {
    var paths: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line)
      // Most lines stay, and expressions take their time.
      guard ["import ", "  #", "  @", "@Model ", "  init()"].contains(where: line.hasPrefix)
      else { return line }
      if line.hasPrefix("import ") { return "" }
      if let directive = line.wholeMatch(of: /\s\s#(?:Unique|Index)<(.+?)>\((.*)\)/) {
        paths.append("[[PartialKeyPath<\(directive.1)>]] = [\(directive.2)]")
        return ""
      }
      if let inverse = line.firstMatch(of: /@Relationship\(.*?inverse: (.*?)\)(?: var |$)/) {
        paths.append("AnyKeyPath = \(inverse.1)")
      }
      line.replace(/^\s\s@(?:Attribute|Relationship)\(.*?\)(?= var |$)/, with: "")
      line.replace(/^@Model\s/, with: "")
      return withParent(line)
    }
    let constants = paths.enumerated().map { "let path\($0): \($1)" }
    return """
      import Foundation
      enum \(name) {
      \(lines.joined(separator: "\n"))
      static func paths() {
      \(constants.joined(separator: "\n"))
      }
      }
      """
  }

  /// A class without a parent gets the stand-in; then its `init()` is another one's.
  private static func withParent(_ line: String) -> String {
    if let head = line.wholeMatch(of: /((?:final )?class (?:`[^`]*`|[^ :`]+)) \{/) {
      return "\(head.1): PersistentModel {"
    }
    return line.replacing(/^\s\sinit\(\) \{/, with: "  override init() {")
  }
}
