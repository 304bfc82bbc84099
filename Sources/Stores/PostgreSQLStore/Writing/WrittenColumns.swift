import Columns
import Model
import NativeStores
import SQLGeneration
import Storage

/// A column of a table with the values to write, row by row.
struct WrittenColumn {
  let name: String
  let fact: ColumnFacts.Fact
  /// The text that the server reads as the value in a row.
  let text: (Int) -> String?
  /// Appends the value in a row in binary form; nil if it has only a text.
  let binary: ((inout BinaryValues, Int) -> Void)?

  /// The type in SQL.
  var type: String { fact.typeName }

  /// Values of a field.
  init(_ mapping: ColumnMapping, _ fact: ColumnFacts.Fact, _ column: Column) {
    (name, self.fact) = (mapping.name, fact)
    text = { mapping.codec.serverText(of: column.value(at: $0)) }
    binary =
      mapping.codec == .json
      ? nil : fact.kind.flatMap { BinaryValues.writer(of: column, $0) }
  }

  /// Whole numbers.
  init(_ name: String, _ fact: ColumnFacts.Fact, numbers: [Int64?]) {
    (self.name, self.fact) = (name, fact)
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
    (self.name, self.fact) = (name, fact)
    text = { texts[$0] }
    binary = nil
  }
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
      // The server computes the values of new records.
      if isNew, values.validCount == 0, try !writer.model.isNative && fact(mapping.name).hasDefault
      {
        continue
      }
      columns.append(
        WrittenColumn(mapping, try fact(mapping.name), values.withoutNegativeZeros)
      )
    }
    for reference in table.layout.references {
      guard let given = rows.references[reference.relationship.name] else { continue }
      columns += try self.columns(of: given, reference)
    }
    return columns
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
