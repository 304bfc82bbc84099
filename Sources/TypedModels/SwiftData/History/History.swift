#if SwiftData
  public import Foundation

  /// A place in the history of a store.
  public protocol HistoryToken: Codable, Comparable, Hashable, Identifiable, Sendable {
    /// The type of the place.
    associatedtype TokenType: Codable, Hashable, Sendable

    /// The place.
    var tokenValue: TokenType? { get }
    /// The store.
    var storeIdentifier: String { get }
  }

  /// What one save changed.
  public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The type of the transaction's place.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// The type of the transaction's identity.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// When the changes were saved.
    var timestamp: Date { get }
    /// The identity.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The place in the history.
    var token: TokenType { get }
    /// The changes in order.
    var changes: [HistoryChange] { get }
    /// The ``ModelContext/author`` of the context.
    var author: String? { get }
    /// The store.
    var storeIdentifier: String { get }
  }

  /// The change of one record.
  public enum HistoryChange: Sendable {
    /// A new record.
    case insert(any HistoryInsert)
    /// A changed record.
    case update(any HistoryUpdate)
    /// A deleted record.
    case delete(any HistoryDelete)

    /// The identity of the record.
    public var changedPersistentIdentifier: PersistentIdentifier {
      switch self {
      case .insert(let change): change.changedPersistentIdentifier
      case .update(let change): change.changedPersistentIdentifier
      case .delete(let change): change.changedPersistentIdentifier
      }
    }
  }

  /// A new record.
  public protocol HistoryInsert<Model>: Hashable, Sendable {
    /// The class of the record.
    associatedtype Model: PersistentModel
    /// The type of the change's place.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identity.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identity of the record.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The place of the change in its transaction.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction.
    var transactionIdentifier: TransactionIdentifier { get }
  }

  /// A changed record.
  public protocol HistoryUpdate<Model>: Hashable, Sendable {
    /// The class of the record.
    associatedtype Model: PersistentModel
    /// The type of the change's place.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identity.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identity of the record.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The place of the change in its transaction.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The properties that changed.
    var updatedAttributes: [any PropertyUpdate] { get }
  }

  extension HistoryUpdate {
    /// A property that changed.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
  }

  /// A deleted record.
  public protocol HistoryDelete<Model>: Hashable, Sendable {
    /// The class of the record.
    associatedtype Model: PersistentModel
    /// The type of the change's place.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identity.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identity of the record.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The place of the change in its transaction.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The values of the properties with `@Attribute(.preserveValueOnDeletion)`.
    var tombstone: HistoryTombstone<Model> { get }
  }

  /// The values that the history keeps of a deleted record.
  public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
    private let values: [(key: PartialKeyPath<Model>, value: Any)]

    init(_ values: [(key: PartialKeyPath<Model>, value: Any)]) {
      self.values = values
    }

    /// The value of a property, or nil if the history does not keep it.
    public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
      values.first { $0.key == keyPath }?.value as? Value
    }

    /// Creates an iterator over the properties and their values.
    public func makeIterator() -> AnyIterator<(PartialKeyPath<Model>, Any)> {
      var rest = values[...]
      return AnyIterator { rest.popFirst().map { ($0.key, $0.value) } }
    }
  }

  /// A new record in the history of a ``ModelConfiguration``'s store.
  public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
    /// The identity of the record.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The place of the change in its transaction.
    public let changeIdentifier: Int64
    /// The transaction.
    public let transactionIdentifier: Int64
  }

  /// A changed record in the history of a ``ModelConfiguration``'s store.
  public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, @unchecked Sendable {
    /// The identity of the record.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The place of the change in its transaction.
    public let changeIdentifier: Int64
    /// The transaction.
    public let transactionIdentifier: Int64
    /// The properties that changed.
    public let updatedAttributes: [any PropertyUpdate]

    /// Whether a property changed.
    public func containsAttribute(_ keyPath: PartialKeyPath<Model>) -> Bool {
      updatedAttributes.contains { $0 == keyPath }
    }

    /// Whether both are the same change.
    public static func == (left: Self, right: Self) -> Bool {
      left.transactionIdentifier == right.transactionIdentifier
        && left.changeIdentifier == right.changeIdentifier
    }

    /// Hashes the identity of the change.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(transactionIdentifier)
      hasher.combine(changeIdentifier)
    }
  }

  /// A deleted record in the history of a ``ModelConfiguration``'s store.
  public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
    /// The identity of the record.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The place of the change in its transaction.
    public let changeIdentifier: Int64
    /// The transaction.
    public let transactionIdentifier: Int64
    /// The values that the history keeps.
    public let tombstone: HistoryTombstone<Model>

    /// Whether both are the same change.
    public static func == (left: Self, right: Self) -> Bool {
      left.transactionIdentifier == right.transactionIdentifier
        && left.changeIdentifier == right.changeIdentifier
    }

    /// Hashes the identity of the change.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(transactionIdentifier)
      hasher.combine(changeIdentifier)
    }
  }

  /// The place of a transaction in the history: the moment of the save.
  public struct DefaultHistoryToken: HistoryToken {
    let microseconds: Int64
    /// The store.
    public let storeIdentifier: String

    /// The moment of the save, in microseconds since 1970.
    public var id: Int { Int(microseconds) }
    /// The moments of the stores, in microseconds since 1970.
    public var tokenValue: [String: Int64]? { [storeIdentifier: microseconds] }

    /// Whether the left place is earlier.
    public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
      left.microseconds < right.microseconds
    }
  }

  /// What one save changed in the store of a ``ModelConfiguration``.
  public struct DefaultHistoryTransaction: HistoryTransaction {
    /// When the changes were saved.
    public let timestamp: Date
    /// The transaction.
    public let transactionIdentifier: Int64
    /// The place in the history.
    public let token: DefaultHistoryToken
    /// The changes in order.
    public let changes: [HistoryChange]
    /// The author of the context.
    public let author: String?
    /// The name of the configuration of the store.
    public let storeIdentifier: String

    /// The identity.
    public var id: Int64 { transactionIdentifier }

    /// Whether both are the same transaction.
    public static func == (left: Self, right: Self) -> Bool {
      left.token == right.token && left.storeIdentifier == right.storeIdentifier
    }

    /// Hashes the place of the transaction.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
  }

  /// Selects transactions of the history.
  ///
  /// ```swift
  /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  /// descriptor.predicate = #Predicate { $0.token > lastToken && $0.author == "widget" }
  /// let transactions = try context.fetchHistory(descriptor)
  /// ```
  public struct HistoryDescriptor<Transaction: HistoryTransaction>: @unchecked Sendable {
    /// The condition, or nil for all transactions.
    public var predicate: Predicate<Transaction>?
    /// The order, or an empty array for the order of the saves.
    public var sortBy: [SortDescriptor<Transaction>]
    /// The maximum number of transactions, or 0 for no limit.
    public var fetchLimit: UInt64 = 0

    /// Creates a descriptor.
    public init(
      predicate: Predicate<Transaction>? = nil,
      sortBy: [SortDescriptor<Transaction>] = []
    ) {
      self.predicate = predicate
      self.sortBy = sortBy
    }
  }
#endif
