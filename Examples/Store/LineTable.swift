import Columns
import Foundation
import Martlet

/// A line of a file.
struct Line {
  let number: Int
  let text: Data
}

/// Records as columns, in the order of their `id`, which is also their reference.
struct LineTable: Sendable {
  let entity: Entity
  let references: [Int64]
  private(set) var rows: [Int64: Int64] = [:]
  private(set) var columns: [AttributePath: Column] = [:]
  private(set) var targets: [String: [Int64]] = [:]

  init(_ entity: Entity, _ lines: [Line]) throws {
    let records = try lines.map { try LineRecord($0, of: entity) }.sorted { $0.id < $1.id }
    self.entity = entity
    references = records.map(\.id)
    for (row, record) in records.enumerated() {
      guard rows.updateValue(Int64(row), forKey: record.id) == nil else {
        throw StoreFileError(lineOf: entity, "there are two records \(record.id)")
      }
    }
    for field in entity.storedFields {
      let values = records.map { $0.values[field.path] ?? .null }
      columns[field.path] = Column(values, of: field.type)?.withoutNegativeZeros
    }
    for relationship in entity.relationships where !relationship.isToMany {
      targets[relationship.name] = records.map {
        $0.targets[relationship.name] ?? Column.nullReference
      }
    }
  }
}

/// The values of a line. A to-one relationship is the `id` of the related record.
private struct LineRecord: DecodableWithConfiguration {
  let id: Int64
  private(set) var values: [AttributePath: Value] = [:]
  private(set) var targets: [String: Int64] = [:]

  init(_ line: Line, of entity: Entity) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      self = try decoder.decode(LineRecord.self, from: line.text, configuration: entity)
    } catch {
      throw StoreFileError(lineOf: entity, "line \(line.number): \(error)")
    }
  }

  init(from decoder: any Decoder, configuration entity: Entity) throws {
    let line = try decoder.container(keyedBy: FieldName.self)
    id = try line.decode(Int64.self, forKey: FieldName("id"))
    for field in entity.storedFields {
      values[field.path] = try line.value(FieldName(field.path.description), field.type)
    }
    for relationship in entity.relationships where !relationship.isToMany {
      let name = FieldName(relationship.name)
      targets[relationship.name] = try line.decodeIfPresent(Int64.self, forKey: name)
    }
  }
}

/// The name of a field, such as `address.city` for a part of a struct.
private struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer where Key == FieldName {
  fileprivate func value(_ name: FieldName, _ type: ValueType) throws -> Value? {
    switch type {
    case .bool: try decodeIfPresent(Bool.self, forKey: name)?.martletValue
    case .int: try decodeIfPresent(Int64.self, forKey: name)?.martletValue
    case .double: try decodeIfPresent(Double.self, forKey: name)?.martletValue
    case .decimal: try decodeIfPresent(Decimal.self, forKey: name)?.martletValue
    case .date: try decodeIfPresent(Date.self, forKey: name)?.martletValue
    case .uuid: try decodeIfPresent(UUID.self, forKey: name)?.martletValue
    case .string, .enumeration: try decodeIfPresent(String.self, forKey: name)?.martletValue
    default:
      throw DecodingError.dataCorruptedError(
        forKey: name,
        in: self,
        debugDescription: "a store of lines cannot read \(type)"
      )
    }
  }
}

extension StoreFileError {
  fileprivate init(lineOf entity: Entity, _ reason: String) {
    self.init(path: "\(entity.name).jsonl", operation: "read", fault: .other(reason: reason))
  }
}
