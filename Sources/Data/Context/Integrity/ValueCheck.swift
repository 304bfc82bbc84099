import Columns
import Foundation
import Model
import Storage

/// Checks stored values: types, missing values, unknown enum cases.
struct ValueCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag
  let records: CheckedRecords

  private var entity: String { records.entity }

  func check(_ findings: IntegrityFindings, _ damage: inout DamagedParts) throws {
    let layout = try schema.layout(entity)
    let owners = schema.fieldsOfKinds(of: entity)
    for (place, field) in layout.fields.enumerated() {
      try cancellation.check()
      let column = try snapshot.gather(
        [.attribute(field.path)],
        of: entity,
        at: records.references
      )[0]
      guard column.hasType(of: layout.emptyColumns[place]), column.isWhole(records.count) else {
        damage.add(field.path, of: entity)
        findings.add(
          .wrongColumn(kind: entity, property: field.path.description, type: field.type),
          of: records.place
        )
        continue
      }
      let owner = owners.first { $0.field.path == field.path }
      let invalid = try addInvalidValues(field, column, findings)
      try addMissing(field, column, owner, besides: invalid, findings)
      try addForbidden(field, column, findings)
      try addTexts(field, column, findings)
      if let owner { try addStray(field, column, owner, findings) }
    }
    try addUnknownKinds(findings)
  }

  /// Reports values that do not fit their attribute; returns the references of their records.
  private func addInvalidValues(
    _ field: StoredField,
    _ column: Column,
    _ findings: IntegrityFindings
  ) throws -> Set<Int64> {
    guard column.validCount < column.count || column.hasRepairedText else { return [] }
    let invalid = try snapshot.invalidValues(of: entity, in: field.path)
    if invalid.isEmpty { return [] }
    let references = try snapshot.references(to: .list(invalid.map(\.owner)), of: entity)
    let checked = Set(records.references)
    let rows = invalid.indices.filter { checked.contains(references[$0]) }
    findings.add(rows, of: records.place) { row in
      if invalid[row].isRead {
        return .repairedText(
          RecordID(entity: entity, key: invalid[row].owner),
          kind: entity,
          property: field.path.description,
          text: invalid[row].text
        )
      }
      return .invalidValue(
        RecordID(entity: entity, key: invalid[row].owner),
        kind: entity,
        property: field.path.description,
        type: field.type,
        text: invalid[row].text
      )
    }
    return Set(rows.filter { !invalid[$0].isRead }.map { references[$0] })
  }

  private func addMissing(
    _ field: StoredField,
    _ column: Column,
    _ owner: SubmodelField?,
    besides invalid: Set<Int64>,
    _ findings: IntegrityFindings
  ) throws {
    guard column.validCount < column.count else { return }
    var rows = records.references.indices.filter {
      !column.isValid($0) && !invalid.contains(records.references[$0])
    }
    if let owner, !owner.field.isOptional {
      rows = rows.filter { owner.kinds.contains(records.kind($0)) }
    } else if let composite = field.requiredWithin {
      let found = try PresentComposites(schema: schema, snapshot: snapshot)
        .places(of: composite, entity, at: rows.map { records.references[$0] })
      rows = found.map { rows[$0] }
    } else if field.isOptional {
      return
    }
    try findings.add(rows, of: records.place) { row in
      .broken(
        .missingValue(
          try records.id(row),
          kind: records.kind(row),
          property: field.path.description
        )
      )
    }
  }

  /// Reports NaN and strings with NUL, which no statement can enter.
  private func addForbidden(
    _ field: StoredField,
    _ column: Column,
    _ findings: IntegrityFindings
  ) throws {
    let rows = column.rows { values in
      switch values {
      case .double(let numbers):
        numbers.values.indices.filter { numbers.values[$0].isNaN && numbers.isValid($0) }
      case .decimal(let numbers):
        numbers.values.indices.filter { numbers.values[$0].isNaN && numbers.isValid($0) }
      case .string(let texts): texts.rows { $0.utf8.contains(0) }
      default: []
      }
    }
    try findings.add(rows, of: records.place) { row in
      .forbiddenValue(
        try records.id(row),
        kind: records.kind(row),
        property: field.path.description
      )
    }
  }

  private func addTexts(
    _ field: StoredField,
    _ column: Column,
    _ findings: IntegrityFindings
  ) throws {
    guard let enumeration = field.type.enumeration else { return }
    let isNoCase = { (text: String) in enumeration.ordinal(of: text) == nil }
    let rows = column.rows { values in
      if case .string(let texts) = values { texts.rows(where: isNoCase) } else { [] }
    }
    try findings.add(rows, of: records.place) { row in
      .noCase(
        try records.id(row),
        kind: records.kind(row),
        property: field.path.description,
        text: column.value(at: row).texts.first(where: isNoCase) ?? ""
      )
    }
  }

  private func addStray(
    _ field: StoredField,
    _ column: Column,
    _ owner: SubmodelField,
    _ findings: IntegrityFindings
  ) throws {
    guard column.validCount > 0 else { return }
    let rows = records.references.indices.filter { row in
      column.isValid(row) && !owner.kinds.contains(records.kind(row))
        && records.unknownKind(row) == nil
    }
    try findings.add(rows, of: records.place) { row in
      .strayValue(
        try records.id(row),
        kind: records.kind(row),
        property: field.path.description,
        owner: owner.entity
      )
    }
  }

  private func addUnknownKinds(_ findings: IntegrityFindings) throws {
    let rows = records.references.indices.filter { records.unknownKind($0) != nil }
    try findings.add(rows, of: records.place) { row in
      .unknownKind(try records.id(row), text: records.unknownKind(row) ?? "")
    }
  }
}

extension Column {
  /// The rows for which `failing` returns the column's row, or that of an element of its array.
  fileprivate func rows(_ failing: (Column) -> [Int]) -> [Int] {
    guard case .list(let list) = self else { return failing(self) }
    var rows: [Int] = []
    var row = 0
    for element in failing(list.elements) {
      while list.starts[row + 1] <= element { row += 1 }
      if rows.last != row { rows.append(row) }
    }
    return rows
  }
}

extension StringColumn {
  /// The rows whose string satisfies `isFailing`, which is called once for each distinct string.
  fileprivate func rows(where isFailing: (String) -> Bool) -> [Int] {
    let failing = (0..<dictionary.count).map { isFailing(dictionary.string(for: UInt32($0))) }
    guard failing.contains(true) else { return [] }
    return codes.values.indices.filter { codes.isValid($0) && failing[Int(codes.values[$0])] }
  }
}

extension ValueType {
  /// The enum of a value or of the elements of an array.
  fileprivate var enumeration: EnumerationType? {
    switch self {
    case .enumeration(let type): type
    case .list(let element): element.enumeration
    default: nil
    }
  }
}

extension Value {
  /// The string, or the strings of an array.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    default: []
    }
  }
}
