import Foundation

/// The form of the texts by which a store names its records wherever they are: `scheme://store/Budget/p3`.
public struct RecordURIForm: Hashable, Sendable {
  /// What stands before `://`.
  public let scheme: String
  /// What tells the store from all others.
  public let store: String

  /// Says what the URIs of a store have in common.
  public init(scheme: String, store: String) {
    self.scheme = scheme
    self.store = store
  }

  /// What the URIs of all records begin with.
  public var prefix: String { "\(scheme)://\(store)/" }

  /// Whether two forms name one store.
  public func isSame(as other: RecordURIForm) -> Bool {
    prefix.lowercased() == other.prefix.lowercased()
  }
}

/// The text by which a store names a record wherever it is.
public struct RecordURI: Hashable, Sendable {
  /// What tells the record's store from all others.
  public let form: RecordURIForm
  /// The entity that the record is of itself, not one above it.
  public let entity: String
  /// The record's number among those of its tree of entities.
  public let number: Int64

  /// Names a record.
  public init(_ form: RecordURIForm, entity: String, number: Int64) {
    self.form = form
    self.entity = entity
    self.number = number
  }

  /// Reads a URI with a scheme; nil for other texts, and for URIs of records that were never saved.
  public init?(_ text: String, scheme: String) {
    let start = scheme + "://"
    let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
    guard text.lowercased().hasPrefix(start), parts.count == 3, !parts[0].isEmpty,
      let entity = String(parts[1]).removingPercentEncoding, !entity.isEmpty,
      parts[2].first == "p", parts[2].dropFirst().allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int64(parts[2].dropFirst())
    else { return nil }
    self.init(
      RecordURIForm(scheme: scheme, store: String(parts[0])),
      entity: entity,
      number: number
    )
  }

  /// The URI that begins with `prefix` (``RecordURIForm/prefix``).
  public static func text(_ prefix: String, entity: String, number: Int64) -> String {
    let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entity
    return "\(prefix)\(name)/p\(number)"
  }
}

extension RecordURI: CustomStringConvertible {
  /// The text.
  public var description: String { Self.text(form.prefix, entity: entity, number: number) }
}
