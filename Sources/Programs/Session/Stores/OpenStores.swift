public import Binding
import Context
public import Diagnostics
import Platform
public import Storage
import Syntax

/// The stores that are open, each with a session of its own; one of them is the current one, which
/// answers.
///
/// There is always one: the shelf begins with an empty store in memory, and gets a new one when the
/// last is closed. The sessions share settings, and the flag that cancels.
public final class OpenStores {
  /// The stores in the order in which they were opened.
  public private(set) var stores: [OpenStore] = []
  /// How files are opened, and how long those that are open are waited for.
  public private(set) var options: FileOptions
  /// Raise it from anywhere to stop the statement that runs.
  public let cancellation = CancellationFlag()
  /// Called before changes are made that are too large to be taken back.
  public var willBecomeIrrevocable: (() -> Void)? {
    didSet { for store in stores { store.session.willBecomeIrrevocable = willBecomeIrrevocable } }
  }

  private var currentPlace = 0
  private let opening: StoreOpening
  private let handlers: [any StatementHandler]
  private let advisor: (any InputAdvisor)?

  /// Begins with a store in memory.
  ///
  /// - Parameters:
  ///   - handlers: Those of the features that the sessions have.
  ///   - advisor: Who knows more about what the sessions do not understand.
  public init(
    _ opening: StoreOpening,
    handlers: [any StatementHandler],
    advisor: (any InputAdvisor)? = nil,
    options: FileOptions = FileOptions(),
    settings: SessionSettings = SessionSettings()
  ) {
    self.opening = opening
    self.handlers = handlers
    self.advisor = advisor
    self.options = options
    self.options.cancellation = cancellation
    stores = [memoryStore(OpenStore.memoryName, settings)]
  }

  /// The store that answers.
  public var current: OpenStore { stores[currentPlace] }

  /// The session of the store that answers.
  public var session: QuerySession { current.session }

  /// The stores with changes that wait to be saved.
  public var unsaved: [OpenStore] { stores.filter(\.session.hasPendingChanges) }

  /// The store that `name` stands for: by its name, or by one that differs in case only.
  public func store(_ name: String) -> OpenStore? { place(of: name).map { stores[$0] } }

  /// Makes the store `name` the current one; nil where none is called so.
  @discardableResult
  public func use(_ name: String) -> OpenStore? {
    guard let place = place(of: name) else { return nil }
    handOver(to: stores[place].session)
    currentPlace = place
    return current
  }

  private func place(of name: String) -> Int? {
    if let place = stores.firstIndex(where: { $0.name == name }) { return place }
    let matches = stores.indices.filter { stores[$0].name.lowercased() == name.lowercased() }
    return matches.count == 1 ? matches[0] : nil
  }

  /// What a person has set holds in every store.
  private func handOver(to next: QuerySession) {
    next.settings = session.settings
    next.author = session.author
  }

  // MARK: Opening and closing

  /// Opens the file at `path`, or makes it, and makes it the current store, known as `name` or after
  /// the file; `:memory:` makes one in memory. What is to be known about it.
  ///
  /// - Parameter isReadOnly: Whether nothing may be written, whatever ``options`` say.
  @discardableResult
  public func open(
    _ path: String,
    as name: String? = nil,
    isReadOnly: Bool = false
  ) throws(SessionError) -> [Diagnostic] {
    let isInMemory = path == OpenStore.memoryPath
    let automatic = isInMemory ? OpenStore.memoryName : EntityName.name(forFile: path)
    let name = try name.map { name throws(SessionError) in try vacant(name) } ?? numbered(automatic)
    let opened =
      isInMemory ? memoryStore(name, session.settings) : try file(path, name, isReadOnly)
    handOver(to: opened.session)
    stores.append(opened)
    currentPlace = stores.count - 1
    let notes = (opened.file?.notes ?? []).map { Diagnostic(.warning, $0, at: nil) }
    return notes + opened.session.savedQueryWarnings
  }

  /// Opens files in the place of the empty store in memory, the first of them to be the current one.
  /// What is to be known about them.
  public func begin(
    with files: [(path: String, name: String?)]
  ) throws(SessionError) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    let empty = stores
    defer { currentPlace = 0 }
    do {
      // No name is taken by what is about to go.
      stores = [OpenStore(name: "", path: nil, session: session, file: nil)]
      var warnings: [Diagnostic] = []
      for file in files { warnings += try open(file.path, as: file.name) }
      stores.removeFirst()
      return warnings
    } catch {
      stores = empty
      throw error
    }
  }

  /// Lets nothing change the stores in memory that are open, if files are opened for reading only.
  public func protectMemory() {
    guard options.isReadOnly else { return }
    stores = stores.map { open in
      guard open.path == nil else { return open }
      let store = ReadOnlyStore(open.session.store)
      let session = session(on: store, open.session.settings)
      session.author = open.session.author
      return OpenStore(name: open.name, path: nil, session: session, file: nil)
    }
  }

  private func memoryStore(_ name: String, _ settings: SessionSettings) -> OpenStore {
    let session = session(on: opening.makeMemoryStore(), settings)
    return OpenStore(name: name, path: nil, session: session, file: nil)
  }

  private func file(
    _ path: String,
    _ name: String,
    _ isReadOnly: Bool
  ) throws(SessionError) -> OpenStore {
    if let open = stores.first(where: { $0.path.map { FileIdentity.isOne($0, path) } ?? false }) {
      throw SessionError(
        "\(path.debugDescription) is open already, as `\(open.name)`",
        help: "`use \(quotedIfNeeded(open.name))` makes it the current store"
      )
    }
    var options = options
    options.isReadOnly = options.isReadOnly || isReadOnly
    do {
      let file = try openedFile(path, options)
      let session = session(on: file.store, session.settings)
      return OpenStore(name: name, path: path, session: session, file: file)
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// The file at `path`; where there is none, or an empty one, one that is made once something is written.
  private func openedFile(_ path: String, _ options: FileOptions) throws -> OpenedFile {
    guard !options.isReadOnly, try opening.isNewFile(path) else {
      return try opening.openFile(path, options)
    }
    if let refusal = NewStoreName.refusal(of: path, session.handlers) {
      throw SessionError.failed([refusal])
    }
    let (isNewFile, openFile) = (opening.isNewFile, opening.openFile)
    let store = LazyStore(facts: opening.factsOfNewFile(path), path: path) {
      try isNewFile(path)
    } open: {
      try openFile(path, options)
    }
    return OpenedFile(store: store, isReadOnly: false, setBusyTimeout: store.setBusyTimeout)
  }

  private func session(on store: any Store, _ settings: SessionSettings) -> QuerySession {
    let context = ModelContext(
      ModelContainer(store: store),
      autosaveEnabled: true,
      cancellation: cancellation
    )
    let session = QuerySession(
      context: context,
      handlers: handlers,
      advisor: advisor,
      settings: settings
    )
    session.shelf = self
    session.willBecomeIrrevocable = willBecomeIrrevocable
    return session
  }

  /// Throws where `name` cannot be the name of a further store.
  public func checkVacant(_ name: String) throws(SessionError) { _ = try vacant(name) }

  /// A name that a person gives, if it is one and no store has it.
  private func vacant(_ name: String) throws(SessionError) -> String {
    guard name == EntityName.name(forFile: name) else {
      throw SessionError(
        "`\(name)` cannot be the name of a store",
        help: "names have letters, digits and `_`, such as `\(EntityName.name(forFile: name))`"
      )
    }
    guard place(of: name) == nil else {
      throw SessionError(
        "a store is called `\(name)` already",
        help: "`.open file as \(numbered(name))` gives it another name; `.stores` lists them"
      )
    }
    return name
  }

  /// The name, with a number behind it where it is taken.
  package func numbered(_ name: String) -> String {
    var number = 1
    var candidate = name
    while place(of: candidate) != nil {
      number += 1
      candidate = name + String(number)
    }
    return candidate
  }

  /// Closes a store, which has no changes that wait to be saved. The store before it, or the next one,
  /// becomes the current one where it was that.
  public func close(_ name: String) throws(SessionError) {
    guard let place = place(of: name) else { throw SessionError(unknown: name, among: stores) }
    let closed = stores[place]
    guard !closed.session.hasPendingChanges else {
      throw SessionError(
        "changes wait to be saved in `\(closed.name)`",
        help: "`use \(quotedIfNeeded(closed.name))`, then `save` or `rollback`"
      )
    }
    if stores.count == 1 { stores.append(memoryStore(OpenStore.memoryName, session.settings)) }
    if place == currentPlace {
      handOver(to: stores[place == 0 ? 1 : place - 1].session)
    }
    stores.remove(at: place)
    closed.session.store.close()
    if place <= currentPlace { currentPlace = max(0, currentPlace - 1) }
  }

  /// Leaves all files in the state in which others can take them over; no store is used any more.
  public func closeAll() {
    for store in stores { store.session.store.close() }
  }

  /// Sets for how long files that other processes write are waited for, in seconds, now and for those
  /// that are opened later.
  public func setBusyTimeout(_ seconds: Double) {
    options.busyTimeout = seconds
    for store in stores { store.file?.setBusyTimeout(seconds) }
  }

  /// What `body` gives, for which no file that another process writes is waited for: what can wait,
  /// and fails rather than have a person wait at the prompt.
  public func withoutWaiting<Result>(_ body: () -> Result) -> Result {
    for store in stores { store.file?.setBusyTimeout(0) }
    defer { for store in stores { store.file?.setBusyTimeout(options.busyTimeout) } }
    return body()
  }
}

extension SessionError {
  /// A failure that no text is to blame for.
  fileprivate init(_ message: String, help: String) {
    self = .failed([Diagnostic(.error, message, at: nil, help: [help])])
  }

  /// That no store is called `name`.
  fileprivate init(unknown name: String, among stores: [OpenStore]) {
    self.init("no store is called `\(name)`", help: StoreNames.help(name, stores))
  }
}
