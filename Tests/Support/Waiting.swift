import Foundation

/// Polls `condition` until it is true: whether it was within two minutes, which is far more than it should take.
///
/// ```
/// #expect(eventually { output.contains("done") })
/// ```
public func eventually(
  every interval: Duration = .milliseconds(5),
  _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + patience
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(UInt32(interval / .microseconds(1)))
  }
  return true
}

/// The same for a condition that other tasks bring about: the thread is theirs meanwhile. Counts looks instead of time,
/// because hundreds of tests share the threads, and both this task and the others may wait for minutes until they run.
public func eventually(
  every interval: Duration = .milliseconds(5),
  _ condition: () throws -> Bool
) async throws -> Bool {
  for _ in 0...Int(patience / interval) {
    if try condition() { return true }
    try await Task.sleep(for: interval)
  }
  return false
}

private let patience = Duration.seconds(120)

/// Whether the main thread of a process waits for something, as Linux reports it; true on other systems.
public func isAsleep(_ process: Int32) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
    return true
  }
  // The command's name is in parentheses, and may have some itself.
  return status.split(separator: ")").last?.hasPrefix(" S") ?? true
}

extension TemporaryFolder {
  /// Counts how often the names, sizes or times of the files change, until they have `limit` times or
  /// `isRunning` is false.
  public func countChanges(upTo limit: Int = .max, while isRunning: () -> Bool) -> Int {
    var count = 0
    var last = state
    _ = eventually(every: .microseconds(50)) {
      let now = state
      if now != last { count += 1 }
      last = now
      return count >= limit || !isRunning()
    }
    return count
  }

  private var state: [String] {
    ((try? names()) ?? []).map { name in
      let facts = try? FileManager.default.attributesOfItem(atPath: file(name))
      let time = (facts?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      return "\(name) \(facts?[.size] ?? 0) \(time)"
    }
  }
}
