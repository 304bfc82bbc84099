import Diagnostics
import Expressions
import Model
import Syntax

/// The values of a saved query's parameters.
struct SavedQueryValues {
  let values: [String: TypedExpression]
  let keys: [String: ExpressionSyntax]
  let orders: [String: Bool]
}

/// Binds the arguments and defaults of a saved query.
struct SavedQueryArguments {
  let binder: QueryBinder
  let inlining: InliningBudget

  private var findings: Findings { binder.findings }

  /// The values by parameter, with nil for missing optional ones; nil after an error.
  func values(of saved: SavedQuery, _ query: QuerySyntax) -> SavedQueryValues? {
    let known = findings.all.count
    let given = given(saved, query)
    var values: [String: TypedExpression] = [:]
    var missing: [ParameterDeclaration] = []
    let (keys, orders) = choices(of: saved, given)
    for parameter in saved.parameters {
      let name = parameter.name.text
      if parameter.kind != .value {
        if keys[name] == nil, orders[name] == nil { missing.append(parameter) }
        continue
      }
      if let argument = given[name] {
        values[name] = value(argument, of: parameter)
      } else if parameter.defaultValue != nil {
        values[name] = findings.attributing(to: query.sourceSpan, query: saved.fullName) {
          defaultValue(of: parameter)
        }
      } else if parameter.type.isOptional {
        values[name] = type(of: parameter).map { .literal(.null, $0) }
      } else {
        missing.append(parameter)
      }
    }
    if !missing.isEmpty, findings.all.count == known {
      findings.report(
        SavedQueryError.missingArguments(query.sourceSpan, query: saved.fullName, missing)
      )
    }
    return findings.all.count == known
      ? SavedQueryValues(values: values, keys: keys, orders: orders) : nil
  }

  /// The arguments by parameter; reports unknown ones.
  private func given(_ saved: SavedQuery, _ query: QuerySyntax) -> [String: ExpressionSyntax] {
    var given: [String: (name: NameSyntax, value: ExpressionSyntax)] = [:]
    let names = saved.parameters.map(\.name.text)
    for argument in query.arguments?.arguments ?? [] {
      switch NameLookup(argument.name, in: names) {
      case .found(let found):
        if let first = given[found] {
          findings.report(NameError.repeated(argument.name, first: first.name.span))
        } else {
          given[found] = argument
        }
      case .ambiguous(let candidates):
        findings.report(NameError.ambiguous(argument.name, candidates: candidates))
      case .missing(let nearest):
        findings.report(
          SavedQueryError.unknownArgument(
            argument.name,
            query: saved.fullName,
            nearest: nearest,
            all: names
          )
        )
      }
    }
    return given.mapValues(\.value)
  }

  /// The default value, bound in the text of the saved query.
  func defaultValue(of parameter: ParameterDeclaration) -> TypedExpression? {
    parameter.defaultValue.flatMap { value($0, of: parameter) }
  }

  private func value(
    _ syntax: ExpressionSyntax,
    of parameter: ParameterDeclaration
  ) -> TypedExpression? {
    guard let type = type(of: parameter) else { return nil }
    let expressions = ExpressionBinder(
      schema: binder.schema,
      options: binder.options,
      findings: findings,
      inlining: inlining,
      computedExpression: binder.computedExpression
    )
    guard let bound = expressions.bind(syntax, expecting: type) else { return nil }
    if bound.type == .null, !parameter.type.isOptional {
      return expressions.fail(SavedQueryError.nilArgument(syntax.span, parameter))
    }
    let reported = findings.all.count
    if let adapted = expressions.adapted(bound, syntax, to: type) { return adapted }
    if findings.all.count > reported { return nil }
    return expressions.fail(
      TypeError.unexpected(
        syntax.span,
        found: bound.type,
        expected: type,
        of: "`\(parameter.name.text)`"
      )
    )
  }

  func type(of parameter: ParameterDeclaration) -> ValueType? {
    PropertyBinder(
      names: binder.schema.writableNames,
      types: binder.schema.types,
      options: binder.options,
      findings: findings
    ).parameterType(parameter.type)
  }
}
