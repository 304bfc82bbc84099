import Foundation

/// The text by which Core Data names a record wherever it is:
/// `x-coredata://C9CB0B35-ED6A-4042-BE5C-1B911AC00B2A/Budget/p3`.
public struct RecordURI: Hashable, Sendable {
  /// What tells the record's store from all others.
  public let store: String
  /// The entity that the record is of itself, not one above it.
  public let entity: String
  /// The record's number among those of its tree of entities.
  public let number: Int64

  /// Names a record.
  public init(store: String, entity: String, number: Int64) {
    self.store = store
    self.entity = entity
    self.number = number
  }

  private static let scheme = "x-coredata://"

  /// Reads a URI; nil for other texts, and for URIs of records that were never saved.
  public init?(_ text: String) {
    let parts = text.dropFirst(Self.scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard text.lowercased().hasPrefix(Self.scheme), parts.count == 3, !parts[0].isEmpty,
      let entity = String(parts[1]).removingPercentEncoding, !entity.isEmpty,
      parts[2].first == "p", parts[2].dropFirst().allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int64(parts[2].dropFirst())
    else { return nil }
    self.init(store: String(parts[0]), entity: entity, number: number)
  }

  /// Whether the record is in the store that `identifier` tells from others.
  public func isOf(store identifier: String) -> Bool {
    store.lowercased() == identifier.lowercased()
  }
}

extension RecordURI: CustomStringConvertible {
  /// The text.
  public var description: String {
    let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entity
    return "\(Self.scheme)\(store)/\(name)/p\(number)"
  }
}
