#if SwiftData
  /// An error of a container, a context or a predicate.
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch SwiftDataError.modelValidationFailure {
  ///   context.rollback()
  /// }
  /// ```
  ///
  /// Errors are equal if they are of the same kind; ``description`` says what is wrong.
  public struct SwiftDataError: Error, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
      case backwardMigration
      case configurationFileNameContainsInvalidCharacters
      case configurationFileNameTooLong
      case configurationSchemaNotFoundInContainerSchema
      case duplicateConfiguration
      case historyTokenExpired
      case includePendingChangesWithBatchSize
      case invalidTransactionFetchRequest
      case loadIssueModelContainer
      case missingModelContext
      case modelValidationFailure
      case sortingPendingChangesWithIdentifiers
      case unknownDataStoreSchema
      case unknownSchema
      case unsupportedKeyPath
      case unsupportedPredicate
      case unsupportedSortDescriptor
    }

    let kind: Kind
    /// The message, such as `error: a predicate cannot use …`.
    public let description: String

    init(_ kind: Kind, _ description: String) {
      self.kind = kind
      self.description = "error: " + description.dropping("error: ")
    }
  }

  extension SwiftDataError {
    /// The store has a newer version than the migration plan.
    public static let backwardMigration = SwiftDataError(
      .backwardMigration,
      "the store has a newer version than the migration plan"
    )
    /// The name of a configuration cannot be the name of a file.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
      .configurationFileNameContainsInvalidCharacters,
      "the name of a configuration has characters that a file name cannot have"
    )
    /// The name of a configuration is too long for a file.
    public static let configurationFileNameTooLong = SwiftDataError(
      .configurationFileNameTooLong,
      "the name of a configuration is too long for a file"
    )
    /// The models of a configuration are not those of the container.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
      .configurationSchemaNotFoundInContainerSchema,
      "the models of a configuration are not in the schema of the container"
    )
    /// Two configurations have the same store or model.
    public static let duplicateConfiguration = SwiftDataError(
      .duplicateConfiguration,
      "two configurations have the same store or the same model"
    )
    /// The history no longer has the place of a token. It is not thrown here.
    public static let historyTokenExpired = SwiftDataError(
      .historyTokenExpired,
      "the history no longer has the place of this token"
    )
    /// Not thrown here: fetches in batches include pending changes.
    public static let includePendingChangesWithBatchSize = SwiftDataError(
      .includePendingChangesWithBatchSize,
      "fetches in batches cannot include pending changes"
    )
    /// The history has no transactions of this type.
    public static let invalidTransactionFetchRequest = SwiftDataError(
      .invalidTransactionFetchRequest,
      "the history has no transactions of this type"
    )
    /// The container cannot be opened.
    public static let loadIssueModelContainer = SwiftDataError(
      .loadIssueModelContainer,
      "the container cannot be opened"
    )
    /// A query has no context.
    public static let missingModelContext = SwiftDataError(
      .missingModelContext,
      "the query has no context"
    )
    /// A save breaks a rule of the models, or conflicts with another save.
    public static let modelValidationFailure = SwiftDataError(
      .modelValidationFailure,
      "the changes break a rule of the models"
    )
    /// Not thrown here: identities of pending changes are sorted like others.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
      .sortingPendingChangesWithIdentifiers,
      "identities of pending changes cannot be sorted"
    )
    /// The store does not fit the models.
    public static let unknownDataStoreSchema = SwiftDataError(
      .unknownDataStoreSchema,
      "the store does not fit the models"
    )
    /// The container does not have the model.
    public static let unknownSchema = SwiftDataError(
      .unknownSchema,
      "the container does not have this model"
    )
    /// A key path is not to a saved property.
    public static let unsupportedKeyPath = SwiftDataError(
      .unsupportedKeyPath,
      "a key path is not to a saved property"
    )
    /// A predicate cannot be translated.
    public static let unsupportedPredicate = SwiftDataError(
      .unsupportedPredicate,
      "a predicate cannot be translated"
    )
    /// A sort descriptor cannot be translated.
    public static let unsupportedSortDescriptor = SwiftDataError(
      .unsupportedSortDescriptor,
      "a sort descriptor cannot be translated"
    )
  }

  extension SwiftDataError: Hashable {
    /// Whether both are of the same kind.
    public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool {
      left.kind == right.kind
    }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

    /// Whether an error is of this kind: `catch SwiftDataError.unsupportedPredicate`.
    public static func ~= (kind: SwiftDataError, error: any Error) -> Bool {
      (error as? SwiftDataError)?.kind == kind.kind
    }
  }
#endif
