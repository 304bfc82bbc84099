import Storage
import Synchronization

/// The fields in which readers met values that do not fit, until somebody asks.
final class InvalidValueLog: Sendable {
  private let fields = Mutex<[InvalidValueField]>([])
  private let total = Atomic(0)

  /// How often readers have met some; it only grows.
  var count: Int { total.load(ordering: .relaxed) }

  /// Notes a field, once.
  func add(_ field: InvalidValueField) {
    total.wrappingAdd(1, ordering: .relaxed)
    fields.withLock { if !$0.contains(field) { $0.append(field) } }
  }

  /// The fields since the last time, in the order in which they were met.
  func take() -> [InvalidValueField] {
    fields.withLock { fields in
      defer { fields = [] }
      return fields
    }
  }
}
