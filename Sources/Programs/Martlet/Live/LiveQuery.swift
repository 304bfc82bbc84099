public import Context
public import Foundation
import Model
import Storage

/// The results of a query, one after another as commits change them.
///
///     let over = LiveQuery<Budget>("Budget where spent > limit sort name", in: container)
///     for try await budgets in over { show(budgets) }
///
/// The first result is that of now. Each further one differs from the one before, by its values where these are
/// `Equatable` or `Encodable`, else by all properties of the records that are in it. It comes within 200 ms of the
/// commit that made it, whoever commits: contexts of the container, or other processes that use the file. Commits
/// that touch nothing that the query reads run nothing. Where several come at once, or faster than results are
/// taken, results in between may be left out, but never the last one.
///
/// The sequence goes on until the task that iterates is cancelled, which ends it, or the query cannot be run, which
/// is thrown: the records fail it, its models were changed so that it means nothing, the file is gone. Each
/// iteration is one of its own, and any number of them may go on at once. Nothing runs while nobody waits for a
/// result.
public struct LiveQuery<Model: Decodable & Sendable>: AsyncSequence, Sendable {
  /// A result: what ``Context/ModelContext/fetch(_:as:)`` gives.
  public typealias Element = [Model]

  private let query: QueryText
  private let container: ModelContainer
  private let timeZone: TimeZone

  /// The results of a query: `"Budget where spent > \(amount) sort name"`.
  ///
  /// - Parameters:
  ///   - query: The query, with all that stands behind `fetch`.
  ///   - container: Whose records are asked; of changes that wait to be saved nothing is seen.
  ///   - timeZone: That of date literals that name none, and of `today`.
  public init(_ query: QueryText, in container: ModelContainer, timeZone: TimeZone = .gmt) {
    self.query = query
    self.container = container
    self.timeZone = timeZone
  }

  /// The results of what a descriptor asks for.
  public init(
    _ descriptor: FetchDescriptor<Model>,
    in container: ModelContainer,
    timeZone: TimeZone = .gmt
  ) {
    self.init(descriptor.text, in: container, timeZone: timeZone)
  }

  /// Begins an iteration.
  public func makeAsyncIterator() -> Iterator {
    Iterator(query: query, container: container, timeZone: timeZone)
  }

  /// Gives the results as they are asked for.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let query: QueryText
    fileprivate let container: ModelContainer
    fileprivate let timeZone: TimeZone
    private var last: Known?
    private var shown: ShownResult<Model>?
    private var hasEnded = false
    /// How often the query was run.
    public private(set) var runCount = 0

    fileprivate init(query: QueryText, container: ModelContainer, timeZone: TimeZone) {
      self.query = query
      self.container = container
      self.timeZone = timeZone
    }

    /// The next result that differs from the one before; nil once the task is cancelled.
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

    /// The result as it is now; nil if it is the one before.
    private mutating func newResult(_ cancellation: CancellationFlag) throws -> [Model]? {
      do {
        // Taken first: what is changed while the query runs is looked at again.
        let marks = try container.store.currentMarks()
        if let last, !marks.differ(from: last.marks, in: last.entities) { return nil }
        let context = ModelContext(container, cancellation: cancellation)
        context.timeZone = timeZone
        runCount += 1
        let loaded = try LoadedResult<Model>(query, context)
        last = Known(marks, loaded.entitiesRead)
        let shown = ShownResult(loaded)
        if let former = self.shown, shown == former { return nil }
        self.shown = shown
        return loaded.models
      } catch let error as StoreFileError {
        // Another process held the file for too long: that says nothing about the next time.
        guard case .busy = error.fault else { throw error }
        return nil
      }
    }
  }

  /// What is known of the last result.
  private struct Known: Sendable {
    let marks: ChangeMarks
    let entities: Set<String>

    init(_ marks: ChangeMarks, _ entities: Set<String>) {
      self.marks = marks
      self.entities = entities
    }
  }
}

/// A result by what can be compared of it: the values themselves, else what they are encoded as, else the records
/// that they were made of.
private enum ShownResult<Model: Decodable & Sendable>: Equatable, Sendable {
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
