import Storage
import Synchronization

/// The fields whose values did not fit their types when they were read.
final class InvalidServerValues: Sendable {
  private let state = Mutex<(fields: [InvalidValueField], count: Int)>(([], 0))

  func add(_ field: InvalidValueField, _ count: Int) {
    state.withLock { state in
      state.count += count
      if !state.fields.contains(field) { state.fields.append(field) }
    }
  }

  func take() -> [InvalidValueField] {
    state.withLock { state in
      defer { state.fields = [] }
      return state.fields
    }
  }

  var count: Int { state.withLock { $0.count } }
}
