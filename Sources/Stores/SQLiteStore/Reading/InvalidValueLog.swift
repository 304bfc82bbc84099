import Storage
import Synchronization

/// Collects the fields where readers found invalid values.
final class InvalidValueLog: Sendable {
  private let fields = Mutex<[InvalidValueField]>([])
  private let total = Atomic(0)

  /// The number of times that invalid values were found; never decreases.
  var count: Int { total.load(ordering: .relaxed) }

  /// Adds a field once.
  func add(_ field: InvalidValueField) {
    total.wrappingAdd(1, ordering: .relaxed)
    fields.withLock { if !$0.contains(field) { $0.append(field) } }
  }

  /// The fields since the last call, in the order they were found.
  func take() -> [InvalidValueField] {
    fields.withLock { fields in
      defer { fields = [] }
      return fields
    }
  }
}
