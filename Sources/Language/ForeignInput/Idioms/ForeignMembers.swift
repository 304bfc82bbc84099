import Diagnostics
import Expressions
import Model

/// Hints for members of Swift and NSPredicate that are functions here, such as `name.count`.
enum ForeignMembers {
  /// The hint for `path.name`.
  static func advice(
    _ name: String,
    after path: String,
    _ owner: UnknownInput.Owner
  ) -> String? {
    let name = name.lowercased()
    switch owner {
    case .record: return nil
    // Relationships have no `first` and `last`.
    case .records where ["first", "last"].contains(name): return nil
    case .records, .values, .array:
      if name == "isempty" { return "write `count(\(path)) == 0`" }
      let aggregate = AggregateDeclaration.named(aggregates[name] ?? name)
      return aggregate.map { "write `\($0.function.rawValue)(\(path))`" }
    case .text where name == "isempty": return "write `\(path) == \"\"`"
    case .text, .value:
      let function = FunctionDeclaration.named(functions[name] ?? name)
      guard let function, !function.hasNoArguments, case .signatures = function.form else {
        return nil
      }
      let arguments = [path] + function.arguments.dropFirst()
      return "write `\(function.function.name)(\(arguments.joined(separator: ", ")))`"
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
