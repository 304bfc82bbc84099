import Foundation

/// Receives the rows of a COPY on another thread, a few batches ahead of the reader.
///
/// The server can then go on while the reader makes columns of the rows.
final class RowReceiver: @unchecked Sendable {
  private let connection: ServerConnection
  /// Guards everything below.
  private let condition = NSCondition()
  private var received: [Result<CopiedRows, ServerFailure>] = []
  private var isDone = false
  private var isStopped = false

  private static let batchSize = 16_384
  /// A batch with larger rows has fewer of them.
  private static let batchBytes = 1 << 21
  /// The number of batches that wait for the reader.
  private static let waiting = 3

  init(_ connection: ServerConnection) { self.connection = connection }

  /// Starts the thread. Nobody else uses the connection until the last batch was returned.
  func start() { connection.threads.start("martlet rows", run) }

  /// Ends the thread, and the server's work, without waiting for it.
  func stop() {
    condition.withLock { isStopped = true }
    condition.broadcast()
  }

  /// The next rows; nil after the last.
  func next() throws(ServerFailure) -> CopiedRows? {
    condition.lock()
    while received.isEmpty, !isDone { condition.wait() }
    let first = received.isEmpty ? nil : received.removeFirst()
    condition.broadcast()
    condition.unlock()
    return try first?.get()
  }

  private func run() {
    var size = 1 << 16
    while true {
      let rows = CopiedRows(byteCapacity: size)
      let result: Result<Bool, ServerFailure>
      do throws(ServerFailure) {
        result = .success(
          try connection.receive(rows, most: Self.batchSize, bytes: Self.batchBytes) {
            condition.withLock { isStopped }
          }
        )
      } catch {
        result = .failure(error)
      }
      size = rows.byteCapacity
      if !hand(rows, result) { return }
    }
  }

  /// Passes a batch to the reader. Returns whether to receive another one.
  private func hand(_ rows: CopiedRows, _ result: Result<Bool, ServerFailure>) -> Bool {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    if rows.rowCount > 0 { received.append(.success(rows)) }
    switch result {
    case .success(let hasMore): isDone = !hasMore
    case .failure(let failure):
      received.append(.failure(failure))
      isDone = true
    }
    while received.count >= Self.waiting, !isStopped, !isDone { condition.wait() }
    return !isDone && !isStopped
  }
}
