import Diagnostics
import Expressions
import Model

/// Members of Swift and NSPredicate, `name.count`, that are functions here.
enum ForeignMembers {
  /// The line of help for `path.name`; the path as it is written.
  static func advice(
    _ name: String,
    behind path: String,
    _ owner: UnknownInput.Owner
  ) -> String? {
    let name = name.lowercased()
    switch owner {
    case .record: return nil
    // The records of a relationship have no first and no last.
    case .records where ["first", "last"].contains(name): return nil
    case .records, .values, .array:
      if name == "isempty" { return "write `count(\(path)) == 0`" }
      let aggregate = AggregateDeclaration.named(aggregates[name] ?? name)
      return aggregate.map { "write `\($0.function.rawValue)(\(path))`" }
    case .text where name == "isempty": return "write `\(path) == \"\"`"
    case .text, .value:
      let function = FunctionDeclaration.named(functions[name] ?? name)
      guard let function, !function.takesNothing, case .signatures = function.form else {
        return nil
      }
      let arguments = [path] + function.arguments.dropFirst()
      return "write `\(function.function.rawValue)(\(arguments.joined(separator: ", ")))`"
    }
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
