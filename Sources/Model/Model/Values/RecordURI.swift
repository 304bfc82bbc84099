import Foundation

/// The form of a store's record URIs: `scheme://store/Budget/p3`.
public struct RecordURIForm: Hashable, Sendable {
  /// The scheme.
  public let scheme: String
  /// The identifier of the store.
  public let store: String

  /// Creates a form.
  public init(scheme: String, store: String) {
    self.scheme = scheme
    self.store = store
  }

  /// The common prefix of all record URIs.
  public var prefix: String { "\(scheme)://\(store)/" }

  /// Whether two forms belong to the same store.
  public func isSame(as other: RecordURIForm) -> Bool {
    prefix.lowercased() == other.prefix.lowercased()
  }
}

/// The URI of a record, which is unique across stores.
public struct RecordURI: Hashable, Sendable {
  /// The form of the store's URIs.
  public let form: RecordURIForm
  /// The record's own entity, not an ancestor.
  public let entity: String
  /// The record's number within its tree of entities.
  public let number: Int64

  /// Creates a URI.
  public init(_ form: RecordURIForm, entity: String, number: Int64) {
    self.form = form
    self.entity = entity
    self.number = number
  }

  /// Parses a URI; nil for other strings and for URIs of unsaved records.
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

  /// The URI with the prefix `prefix` (``RecordURIForm/prefix``).
  public static func text(_ prefix: String, entity: String, number: Int64) -> String {
    let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entity
    return "\(prefix)\(name)/p\(number)"
  }
}

extension RecordURI: CustomStringConvertible {
  /// The text.
  public var description: String { Self.text(form.prefix, entity: entity, number: number) }
}
