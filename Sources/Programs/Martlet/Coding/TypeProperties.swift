import Synchronization

/// The properties that values of a type are decoded from.
enum TypeProperties: Equatable {
  case some(Set<String>)
  /// Whichever a record has, as for dictionaries.
  case all

  mutating func insert(_ name: String) {
    guard case .some(var names) = self else { return }
    names.insert(name)
    self = .some(names)
  }

  /// What is known of a type; nil if no value of it was decoded yet.
  static func of(_ type: any Any.Type) -> TypeProperties? {
    known.withLock { $0[ObjectIdentifier(type)] }
  }

  /// Notes what values of a type were decoded from.
  static func note(_ used: TypeProperties, of type: any Any.Type) {
    known.withLock { known in
      switch (known[ObjectIdentifier(type)], used) {
      case (.all?, _), (_, .some([])): break
      case (_, .all), (nil, _): known[ObjectIdentifier(type)] = used
      case (.some(let names)?, .some(let more)):
        known[ObjectIdentifier(type)] = .some(names.union(more))
      }
    }
  }

  private static let known = Mutex<[ObjectIdentifier: TypeProperties]>([:])
}
