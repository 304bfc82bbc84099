#if SwiftData
  /// An operation that models, predicates or containers do not support on Linux.
  public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message, such as `error: a predicate cannot use …`.
    public let description: String

    init(_ description: String) {
      self.description = "error: " + description
    }

    static func unsupportedPredicate(_ form: String) -> SwiftDataError {
      SwiftDataError("a predicate cannot use \(form)")
    }

    static func unsupportedSort(_ model: String) -> SwiftDataError {
      SwiftDataError("\(model) can only be sorted by key paths to its own attributes")
    }

    static func unsupportedType(_ type: String) -> SwiftDataError {
      SwiftDataError("\(type) must be Codable to be saved")
    }

    static func unknownKeyPath(_ model: String) -> SwiftDataError {
      SwiftDataError("\(model) has no saved property for this key path")
    }

    static let severalConfigurations = SwiftDataError(
      "a container has one store on Linux; pass one configuration"
    )
  }
#endif
