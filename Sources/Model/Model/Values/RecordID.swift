import Foundation

/// The permanent identity of a record: its root entity and a key.
public struct RecordID: Hashable, Sendable {
  /// The name of the root entity.
  public let entity: String
  /// The key within the root entity.
  public let key: RecordKey

  /// Creates an identity.
  public init(entity: String, key: RecordKey) {
    self.entity = entity
    self.key = key
  }
}

/// The key part of an identity.
public enum RecordKey: Hashable, Sendable {
  /// A number from a persistent counter, in native stores.
  case number(Int64)
  /// The values of a foreign store's primary key, in key order.
  case values([Value])
}

extension RecordID: CustomStringConvertible {
  /// The literal: `Budget#3`, `Item#(7, "a")`.
  public var description: String {
    switch key {
    case .number(let number): "\(entity)#\(number)"
    case .values(let values): "\(entity)#(\(values.map(\.inIdentity).joined(separator: ", ")))"
    }
  }
}

extension Value {
  /// The value as part of a displayed identity.
  fileprivate var inIdentity: String {
    switch self {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): text.quotedAsLiteral()
    case .uuid(let uuid): uuid.uuidString.quotedAsLiteral()
    case .data(let data): data.base64EncodedString().quotedAsLiteral()
    case .date(let moment): moment.inIdentity.quotedAsLiteral()
    default: "\(self)"
    }
  }
}

extension Timestamp {
  /// `2026-07-01T12:30:00Z`: the same in every time zone.
  fileprivate var inIdentity: String {
    let civil = CivilMoment(self)
    return civil.date.text + "T" + civil.timeText + "Z"
  }
}
