public import Context
public import Foundation
import Model
import Storage

/// An asynchronous sequence of the results of a query, with a new result after each change.
///
/// ```swift
/// let overspent = LiveQuery<Budget>("Budget where spent > limit sort name", in: container)
/// for try await budgets in overspent {
///   print(budgets.map(\.name))
///   if budgets.isEmpty { break }
/// }
/// ```
///
/// The first result is the current one. A new result follows within 200 ms of a commit that changes
/// it, by any context of the container or any other process that uses the file. A commit that does
/// not affect the query does not run it. If commits are faster than the loop, it skips results, but
/// never the last one.
///
/// Results are compared by value if `Model` is `Equatable` or `Encodable`, and otherwise by all
/// members of their records.
///
/// The sequence ends when its task is cancelled. It throws ``QueryError`` if the models no longer
/// fit the query, and ``/Storage/StoreFileError`` if the file is gone. You can iterate over it any
/// number of times, also at once. The query runs only while a loop waits for a result.
public struct LiveQuery<Model: Decodable & Sendable>: AsyncSequence, Sendable {
  /// A result, as ``Context/ModelContext/fetch(_:as:)`` returns it.
  public typealias Element = [Model]

  private let query: QueryText
  private let container: ModelContainer
  private let timeZone: TimeZone

  /// Creates a live query from a `fetch` statement.
  ///
  /// - Parameters:
  ///   - query: The statement. The keyword `fetch` is optional.
  ///   - container: The container to query. Pending changes of its contexts are not visible.
  ///   - timeZone: The time zone of `today` and of date literals without one.
  public init(_ query: QueryText, in container: ModelContainer, timeZone: TimeZone = .gmt) {
    self.query = query
    self.container = container
    self.timeZone = timeZone
  }

  /// Creates a live query from a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The records to fetch.
  ///   - container: The container to query. Pending changes of its contexts are not visible.
  ///   - timeZone: The time zone of `today` and of date literals without one.
  public init(
    _ descriptor: FetchDescriptor<Model>,
    in container: ModelContainer,
    timeZone: TimeZone = .gmt
  ) {
    self.init(descriptor.text, in: container, timeZone: timeZone)
  }

  /// Starts an iteration.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The iterator of a ``LiveQuery``.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let live: LiveQuery
    private var last: (marks: ChangeMarks, entities: Set<String>)?
    private var result: ComparedResult<Model>?
    private var hasEnded = false
    /// The number of times the query was run.
    public private(set) var runCount = 0

    fileprivate init(_ live: LiveQuery) { self.live = live }

    /// Waits for the next result that differs from the previous one.
    ///
    /// - Returns: The result, or nil after the task is cancelled.
    /// - Throws: ``QueryError``, `DecodingError`, or the error of the store. The sequence ends
    ///   then.
    public mutating func next() async throws -> [Model]? {
      while !hasEnded, !Task.isCancelled {
        do {
          let cancellation = CancellationFlag()
          let models = try await withTaskCancellationHandler {
            try newResult(cancellation)
          } onCancel: {
            cancellation.cancel()
          }
          if let models { return models }
        } catch is Cancellation {
          break
        } catch {
          hasEnded = true
          throw error
        }
        do { try await Task.sleep(for: .milliseconds(100)) } catch { break }
      }
      hasEnded = true
      return nil
    }

    /// Runs the query. Returns nil if the result is the same as the previous one.
    private mutating func newResult(_ cancellation: CancellationFlag) throws -> [Model]? {
      do {
        // Read before the query runs, so that commits in the meantime run it again.
        let marks = try live.container.store.currentMarks()
        if let last, !marks.differ(from: last.marks, in: last.entities) { return nil }
        let context = ModelContext(live.container, cancellation: cancellation)
        context.timeZone = live.timeZone
        runCount += 1
        let loaded = try LoadedResult<Model>(live.query, context)
        last = (marks, loaded.entitiesRead)
        let new = ComparedResult(loaded)
        if let result, new == result { return nil }
        result = new
        return loaded.models
      } catch let error as StoreFileError {
        // Another process locked the file for too long; try again later.
        guard case .busy = error.fault else { throw error }
        return nil
      }
    }
  }
}

/// A result in a form that can be compared: the values, or else their encoded forms, or else the
/// records they come from.
private enum ComparedResult<Model: Decodable & Sendable>: Equatable, Sendable {
  case models([Model])
  case values([Value])
  case contents(ResultContents)

  init(_ loaded: LoadedResult<Model>) {
    if Model.self is any Equatable.Type {
      self = .models(loaded.models)
    } else if let models = loaded.models as? [any Encodable],
      let values = try? models.map({ try ValueEncoder.value(of: $0) })
    {
      self = .values(values)
    } else {
      self = .contents(loaded.contents)
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.models(let left), .models(let right)):
      left.count == right.count && zip(left, right).allSatisfy(areEqual)
    case (.values(let left), .values(let right)): left == right
    case (.contents(let left), .contents(let right)): left == right
    default: false
    }
  }

  private static func areEqual(_ left: Model, _ right: Model) -> Bool {
    func isEqual<Compared: Equatable>(_ left: Compared) -> Bool { left == right as? Compared }
    guard let left = left as? any Equatable else { return false }
    return isEqual(left)
  }
}
