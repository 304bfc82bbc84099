import Binding
import Columns
import Diagnostics
import Execution
import Expressions
import Formats
import MemoryStore
import Model
import Planning
import Session
import Storage
import Syntax

/// The `map` of an import: renamed and computed fields.
struct SourceMapping {
  let mappings: [MappingSyntax]
  /// The model's name in messages.
  let name: String
  let options: BindingOptions
  let context: EvaluationContext
  let cancellation: CancellationFlag

  /// The result of a `map`.
  struct Result {
    var table: ReadTable
    /// The keys in the source for attributes taken from a single field.
    var origins: [String: [String]]
    /// The unused fields of the source.
    var unused: [String]
  }

  /// The fields that are only renamed and keep their texts: source and target names.
  var renames: [(source: String, target: String)] {
    mappings.compactMap { mapping in
      guard case .name(let name) = mapping.value.withoutParentheses.kind else { return nil }
      return (name.text, mapping.name.text)
    }
  }

  /// The mapped fields, and other fields for which `keeps` returns true.
  func applied(to table: ReadTable, keeping keeps: (String) -> Bool) throws -> Result {
    try checkNames()
    var result = MappedTable(table)
    var computed: [SelectItem] = []
    for mapping in mappings {
      // Fields, objects and the records of arrays are taken unchanged.
      if let path = mapping.value.plainPath,
        result.take(path, from: table, as: mapping.name.text)
      {
        continue
      }
      computed.append(.expression(mapping.value, alias: mapping.name))
    }
    if !computed.isEmpty {
      let records = try MappedRecords(table, self)
      try result.add(records.values(of: computed))
      result.used.formUnion(records.usedNames)
    }
    result.putInOrder(mappings.map(\.name.text))
    let mapped = Set(mappings.map(\.name.text))
    let kept = table.names.filter { !mapped.contains($0) && keeps($0) }
    for name in kept { result.keep(name, of: table) }
    result.used.formUnion(kept)
    let unused = table.names.filter { !result.used.contains($0) }
    return Result(table: result.table, origins: result.origins, unused: unused)
  }

  private func checkNames() throws {
    var seen: [String: SourceSpan] = [:]
    for mapping in mappings {
      if seen.updateValue(mapping.name.span, forKey: mapping.name.text) != nil {
        throw DiagnosticList([
          Diagnostic("`\(mapping.name.text)` is given twice", at: mapping.name.span)
        ])
      }
    }
  }
}

extension ReadTable {
  /// The names of a record's fields.
  var names: [String] {
    attributes.map(\.name) + children.compactMap(\.path.components.first)
  }
}

extension ExpressionSyntax {
  /// The expression without surrounding parentheses.
  var withoutParentheses: ExpressionSyntax {
    if case .parenthesized(let inner) = kind { inner.withoutParentheses } else { self }
  }

  /// The names of a plain path; nil for other expressions.
  var plainPath: [String]? {
    switch withoutParentheses.kind {
    case .name(let name): [name.text]
    case .member(let operand, let name): operand.plainPath.map { $0 + [name.text] }
    default: nil
    }
  }
}
