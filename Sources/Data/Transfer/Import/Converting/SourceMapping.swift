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
      guard case .expression(let value, _) = mapping.value,
        case .name(let name) = value.withoutParentheses.kind
      else { return nil }
      return (name.text, mapping.name.text)
    }
  }

  /// The mapped fields, and other fields for which `keeps` returns true.
  func applied(to table: ReadTable, keeping keeps: (String) -> Bool) throws -> Result {
    try checkNames()
    var result = MappedTable(table)
    var computed: [SelectItem] = []
    for mapping in mappings {
      if try add(mapping, from: table, to: &result) { continue }
      guard case .expression(let value, _) = mapping.value else { continue }
      computed.append(.expression(value, alias: mapping.name))
    }
    if !computed.isEmpty || mappings.contains(where: \.isShape) {
      let records = try MappedRecords(table, self)
      if !computed.isEmpty { try result.add(records.values(of: computed)) }
      for mapping in mappings {
        guard case .shape(let shape, _) = mapping.value else { continue }
        try result.add(MappedMembers(records: records).members(shape, named: mapping.name.text))
      }
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

  /// Takes a field, an object or an array's records unchanged. Returns false for other mappings.
  private func add(
    _ mapping: MappingSyntax,
    from table: ReadTable,
    to result: inout MappedTable
  ) throws -> Bool {
    guard case .expression(let value, _) = mapping.value, let path = value.plainPath else {
      return false
    }
    return result.take(path, from: table, as: mapping.name.text)
  }
}

extension MappingSyntax {
  fileprivate var isShape: Bool {
    if case .shape = value { true } else { false }
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
