import Columns
import Model
import Storage

/// The records of a root entity to check, with cached information.
final class CheckedRecords {
  /// The root entity.
  let entity: String
  /// The index of the entity in the schema.
  let place: Int
  /// The records in the order of a scan.
  let references: [Int64]
  /// The index of each record in ``references``.
  private(set) lazy var rows = Dictionary(keepingFirst: zip(references, references.indices))
  private let snapshot: any StoreSnapshot
  /// The model names of the records; nil if there is only one model.
  private let kinds: StringColumn?
  private let knownKinds: Set<String>

  init(
    _ references: [Int64],
    of entity: String,
    _ schema: StoredSchema,
    _ snapshot: any StoreSnapshot
  ) throws {
    self.entity = entity
    self.references = references
    self.snapshot = snapshot
    place = schema.entities.firstIndex { $0.name == entity } ?? 0
    knownKinds = Set(schema.declared.kinds(of: entity))
    let path = AttributePath([Schema.kindAttribute])
    var kinds: StringColumn?
    if try schema.layout(entity).fieldPlaces[path] != nil {
      let columns = try snapshot.gather([.attribute(path)], of: entity, at: references)
      if case .string(let texts)? = columns.first, Column.string(texts).isWhole(references.count) {
        kinds = texts
      }
    }
    self.kinds = kinds
  }

  /// The number of records.
  var count: Int { references.count }

  func id(_ row: Int) throws -> RecordID {
    try snapshot.recordIDs(of: entity, at: [references[row]])[0]
  }

  /// The model of the record in a row; the root if the model is unknown.
  func kind(_ row: Int) -> String {
    guard let text = kindText(row), knownKinds.contains(text) else { return entity }
    return text
  }

  /// The unknown model name of a record; nil for known ones.
  func unknownKind(_ row: Int) -> String? {
    kindText(row).flatMap { knownKinds.contains($0) ? nil : $0 }
  }

  /// The rows of records of one of `chosen`; nil for all.
  func rows(ofKinds chosen: Set<String>?) -> [Int] {
    guard let chosen, kinds != nil else { return Array(references.indices) }
    return references.indices.filter { chosen.contains(kind($0)) }
  }

  private func kindText(_ row: Int) -> String? { kinds?.string(at: row) }
}

extension Column {
  /// Whether the column has `count` readable rows.
  func isWhole(_ count: Int) -> Bool {
    guard self.count == count else { return false }
    switch self {
    case .string(let column):
      let known = UInt32(clamping: column.dictionary.count)
      return column.codes.values.indices.allSatisfy {
        column.codes.values[$0] < known || !column.codes.isValid($0)
      }
    case .list(let column): return column.elements.isWhole(column.elements.count)
    default: return true
    }
  }

  /// Whether the column has the same type as `other`.
  func hasType(of other: Column) -> Bool {
    switch (self, other) {
    case (.bool, .bool), (.int, .int), (.double, .double), (.decimal, .decimal),
      (.string, .string), (.date, .date), (.uuid, .uuid), (.data, .data), (.reference, .reference):
      true
    case (.list(let own), .list(let wanted)): own.elements.hasType(of: wanted.elements)
    default: false
    }
  }
}

/// The existing targets of a relationship.
struct ReferencedRecords {
  let end: RelationshipEnd
  let lists: MemberLists
  let records: CheckedRecords
  let others: CheckedRecords

  /// The pairs of a record's row and a related record's row for which `isWanted` is true, in order.
  func pairs(where isWanted: (Int, Int) -> Bool) -> [(row: Int, other: Int)] {
    let rows = others.rows
    var pairs: [(row: Int, other: Int)] = []
    for row in records.references.indices {
      for member in lists.members(of: row) {
        guard let other = rows[member], isWanted(row, other) else { continue }
        pairs.append((row, other))
      }
    }
    return pairs
  }
}

/// Strings with U+FFFD, which may stand for invalid UTF-8.
extension Column {

  /// Whether any string of the column contains it.
  var hasRepairedText: Bool {
    guard case .string(let texts) = self else { return false }
    let mark = Array("\u{FFFD}".utf8)
    return texts.dictionary.bytes.indices.contains { start in
      texts.dictionary.bytes[start] == mark[0]
        && texts.dictionary.bytes[start...].starts(with: mark)
    }
  }

  /// Whether the string in a row contains it.
  func hasRepairedText(_ row: Int) -> Bool {
    guard case .string(let texts) = self else { return false }
    return texts.string(at: row)?.unicodeScalars.contains("\u{FFFD}") ?? false
  }
}
