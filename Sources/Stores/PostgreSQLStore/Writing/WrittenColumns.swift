import Columns
import Model
import NativeStores
import SQLGeneration
import Storage

/// A column of a table with the values to write, row by row.
struct WrittenColumn {
  let name: String
  /// The column that INSERT and UPDATE write, or the field of a composite.
  let target: String
  let fact: ColumnFacts.Fact
  /// The text that the server reads as the value in a row.
  let text: (Int) -> String?
  /// Appends the value in a row in binary form; nil if it has only a text.
  let binary: ((inout BinaryValues, Int) -> Void)?
  /// Whether the column is omitted in a row, so that the server uses its default; nil for no row.
  var isOmitted: ((Int) -> Bool)?

  /// The type in SQL.
  var type: String { fact.typeName }

  /// Values of a field.
  init(_ mapping: ColumnMapping, _ fact: ColumnFacts.Fact, _ column: Column) {
    (name, self.fact) = (mapping.factName, fact)
    target = [mapping.name, mapping.part].compactMap { $0?.quotedForSQL }.joined(separator: ".")
    text = { mapping.codec.serverText(of: column.value(at: $0)) }
    binary =
      mapping.codec == .json || mapping.part != nil
      ? nil : fact.kind.flatMap { BinaryValues.writer(of: column, $0) }
  }

  /// Whole numbers.
  init(_ name: String, _ fact: ColumnFacts.Fact, numbers: [Int64?]) {
    (self.name, target, self.fact) = (name, name.quotedForSQL, fact)
    text = { numbers[$0].map { "\($0)" } }
    binary = fact.kind.flatMap { kind in
      switch kind {
      case .int2, .int4, .int8:
        return { values, row in
          numbers[row].map { values.number($0, kind) } ?? values.appendNull()
        }
      default: return nil
      }
    }
  }

  /// Texts.
  init(_ name: String, _ fact: ColumnFacts.Fact, texts: [String?]) {
    (self.name, target, self.fact) = (name, name.quotedForSQL, fact)
    text = { texts[$0] }
    binary = nil
  }
}

extension ColumnMapping {
  /// The name under which ``ColumnFacts`` has the column: `home`, or `home.city`.
  var factName: String { part.map { "\(name).\($0)" } ?? name }
}

/// Makes the columns to write of changed records; throws if a value is invalid.
struct WrittenColumns {
  let writer: ServerWriter
  let rows: RecordRows
  let table: ServerModel.Table
  let facts: [String: ColumnFacts.Fact]

  init(_ writer: ServerWriter, _ rows: RecordRows) throws {
    (self.writer, self.rows) = (writer, rows)
    table = try writer.model.table(rows.entity)
    facts = try writer.facts(of: table.mapping.qualifiedTable)
  }

  private func fact(_ column: String) throws -> ColumnFacts.Fact {
    guard let fact = facts[column] else {
      throw StoreError.unknownProperty(entity: rows.entity, property: column)
    }
    return fact
  }

  /// The columns with values, without those of the key of numbered records.
  func columns(isNew: Bool) throws -> [WrittenColumn] {
    try table.layout.checkKnown(rows.columns.keys)
    for name in rows.references.keys.sorted() where table.layout.referencePlace(of: name) == nil {
      throw StoreError.unknownProperty(entity: rows.entity, property: name)
    }
    var columns: [WrittenColumn] = []
    for field in table.layout.fields {
      guard let values = rows.columns[field.path] else {
        guard field.isOptional || !isNew || rows.count == 0 else {
          throw StoreError.missingValue(entity: rows.entity, property: field.path.description)
        }
        continue
      }
      try table.layout.check(values, for: field, count: rows.count)
      guard let mapping = table.mapping.fields[field.path], !mapping.isReadOnly,
        mapping.name != table.numberColumn
      else { continue }
      let fact = try fact(mapping.factName)
      try checkLabels(values, fact, mapping)
      var column = WrittenColumn(mapping, fact, values.withoutNegativeZeros)
      if isNew, mapping.part != nil || usesDefault(field, fact), values.validCount < rows.count {
        if values.validCount == 0 { continue }
        column.isOmitted = { !values.isValid($0) }
      }
      columns.append(column)
    }
    for reference in table.layout.references {
      guard let given = rows.references[reference.relationship.name] else { continue }
      columns += try self.columns(of: given, reference)
    }
    return columns
  }

  /// Whether the server computes the value of a new record that has none. Defaults that Martlet
  /// knows are among the values.
  private func usesDefault(_ field: StoredField, _ fact: ColumnFacts.Fact) -> Bool {
    guard !writer.model.isNative, !rows.areRestored, fact.hasDefault else { return false }
    let attribute = writer.model.stored.entity(rows.entity)?
      .attribute(field.path.components.first ?? "")
    return attribute?.defaultValue == nil
  }

  /// Throws if an enum of the server has no such label.
  private func checkLabels(
    _ values: Column,
    _ fact: ColumnFacts.Fact,
    _ mapping: ColumnMapping
  ) throws {
    guard let labels = fact.labels, case .string(let texts) = values else { return }
    let known = Set(labels)
    for row in 0..<rows.count where texts.codes.isValid(row) {
      guard case .string(let text) = values.value(at: row), !known.contains(text) else { continue }
      throw UnknownLabel(table: table.mapping.table, column: mapping.name, text: text, labels)
    }
  }

  private func columns(
    of given: RecordReferences,
    _ reference: ReferenceLayout
  ) throws -> [WrittenColumn] {
    let name = reference.relationship.name
    guard given.targets.count == rows.count, given.positions.map({ $0.count == rows.count }) ?? true
    else { throw StoreError.typeMismatch(entity: rows.entity, property: name) }
    guard let mapping = table.mapping.toOnes[name] else {
      throw StoreError.unknownProperty(entity: rows.entity, property: name)
    }
    let target = try writer.model.table(reference.relationship.destination)
    var columns: [WrittenColumn] = []
    for (place, column) in mapping.columns.enumerated() where column != table.numberColumn {
      let wanted =
        mapping.targets.isEmpty ? target.key.first?.name ?? "" : mapping.targets[place]
      if target.numberColumn == wanted {
        let numbers = given.targets.numbers
        guard zip(given.targets, numbers).allSatisfy({ $0 == nil || $1 != nil }) else {
          throw StoreError.danglingLink(entity: rows.entity, relationship: name)
        }
        columns.append(WrittenColumn(column, try fact(column), numbers: numbers))
        continue
      }
      let texts = try writer.texts(of: wanted, target, of: given.targets)
      guard zip(given.targets, texts).allSatisfy({ $0 == nil || $1 != nil }) else {
        throw StoreError.danglingLink(entity: rows.entity, relationship: name)
      }
      columns.append(WrittenColumn(column, try fact(column), texts: texts))
    }
    if let position = mapping.position {
      let positions = try given.positions ?? writer.takePositions(rows.count)
      try writer.notePositions(positions)
      columns.append(WrittenColumn(position, try fact(position), numbers: positions))
    }
    return columns
  }

  /// The columns of the key.
  func key() throws -> [WrittenColumn] {
    try Self.key(of: rows.keys.all, table, facts)
  }

  /// The columns of the key with the values of `keys`.
  static func key(
    of keys: [RecordKey],
    _ table: ServerModel.Table,
    _ facts: [String: ColumnFacts.Fact]
  ) throws -> [WrittenColumn] {
    guard !table.key.isEmpty else {
      throw StoreError.ambiguousRecord(RecordID(entity: table.mapping.entity, key: .values([])))
    }
    return try table.key.enumerated().map { place, part in
      guard let fact = facts[part.name] else {
        throw StoreError.unknownProperty(entity: table.mapping.entity, property: part.name)
      }
      if table.numberColumn != nil {
        return WrittenColumn(part.name, fact, numbers: keys.map(Optional.some).numbers)
      }
      let codec = ColumnCodec.server(part.server)
      return WrittenColumn(
        part.name,
        fact,
        texts: keys.map { key in key.part(place).flatMap(codec.serverText) }
      )
    }
  }
}

extension [RecordKey?] {
  /// The numbers of numbered records.
  var numbers: [Int64?] {
    map { key in if case .number(let number)? = key { number } else { nil } }
  }
}

/// An enum of the server has no label with this text.
struct UnknownLabel: Error {
  private let table: String
  private let column: String
  private let text: String
  private let labels: [String]

  init(table: String, column: String, text: String, _ labels: [String]) {
    (self.table, self.column, self.text, self.labels) = (table, column, text, labels)
  }

  /// The error for readers.
  func error(_ address: ServerAddress) -> StoreFileError {
    let known = labels.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
    return StoreFileError(
      path: address.shown,
      operation: "write",
      fault: .other(
        reason: "`\(column)` of `\(table)` cannot be \"\(text)\"",
        help: ["its values are \(known)\(labels.count > 20 ? " and others" : "")"]
      )
    )
  }
}
