import Expressions
import Model

/// Members of Swift and NSPredicate, `name.count`, that are functions here.
enum ForeignMembers {
  /// The line of help for `path.name`.
  ///
  /// - Parameters:
  ///   - path: The path before the name, as it is written.
  ///   - isMany: Whether the path leads to many values.
  ///   - type: The type of one value; nil for a record.
  static func advice(
    _ name: String,
    behind path: String,
    isMany: Bool,
    type: ValueType?
  ) -> String? {
    let name = name.lowercased()
    if isMany || type?.element != nil {
      if name == "isempty" { return "write `count(\(path)) == 0`" }
      // The records of a relationship have no first and no last.
      if type == nil, ["first", "last"].contains(name) { return nil }
      let aggregate = AggregateDeclaration.named(aggregates[name] ?? name)
      return aggregate.map { "write `\($0.function.rawValue)(\(path))`" }
    }
    guard let type else { return nil }
    if type == .string, name == "isempty" { return "write `\(path) == \"\"`" }
    let function = FunctionDeclaration.named(functions[name] ?? name)
    guard let function, !function.takesNothing, case .signatures = function.form else { return nil }
    let arguments = [path] + function.arguments.dropFirst()
    return "write `\(function.function.rawValue)(\(arguments.joined(separator: ", ")))`"
  }

  private static let aggregates = [
    "size": "count", "length": "count", "average": "avg", "mean": "avg", "total": "sum",
    "minimum": "min", "maximum": "max",
  ]

  private static let functions = [
    "count": "length", "size": "length", "lowercased": "lower", "uppercased": "upper",
    "magnitude": "abs", "rounded": "round", "trimmed": "trim",
  ]
}
