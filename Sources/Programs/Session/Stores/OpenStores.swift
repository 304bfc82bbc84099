public import Binding
import Context
public import Diagnostics
import Platform
public import Storage
import Syntax

/// The open stores of a program, each with a session; one of them is the current store.
///
/// There is always at least one: initially, and after closing the last one, an empty store in
/// memory. The sessions share settings and the cancellation flag.
public final class OpenStores {
  /// The stores in the order of opening.
  public private(set) var stores: [OpenStore] = []
  /// How to open files, and how long to wait for locked ones.
  public private(set) var options: FileOptions
  /// Set this flag from any thread to stop the running statement.
  public let cancellation = CancellationFlag()
  /// Called before changes that are too large to undo.
  public var willBecomeIrrevocable: (() -> Void)? {
    didSet { for store in stores { store.session.willBecomeIrrevocable = willBecomeIrrevocable } }
  }

  /// Asks a person which changes `merge … asking` keeps; nil if nobody can be asked.
  public var conflictAdvisor: (([ConflictDescription]) -> [MergeChoice]?)?

  private var currentPlace = 0
  private let opening: StoreOpening
  private let handlers: [any StatementHandler]
  private let advisor: (any InputAdvisor)?

  /// Creates the list with a store in memory.
  ///
  /// - Parameters:
  ///   - handlers: The handlers of features.
  ///   - advisor: Helps with input that sessions do not understand.
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

  /// The current store.
  public var current: OpenStore { stores[currentPlace] }

  /// The session of the current store.
  public var session: QuerySession { current.session }

  /// The stores with pending changes.
  public var unsaved: [OpenStore] { stores.filter(\.session.hasPendingChanges) }

  /// The store named `name`, or with a name that differs only in case; nil if there is none.
  public func store(_ name: String) -> OpenStore? { place(of: name).map { stores[$0] } }

  /// Switches to the store `name`; returns nil if there is none.
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

  /// The user's settings apply to every store.
  private func handOver(to next: QuerySession) {
    next.settings = session.settings
    next.author = session.author
  }

  // MARK: Opening and closing

  /// Opens or creates the file at `path` as the current store; `:memory:` creates a store in
  /// memory. Returns warnings.
  ///
  /// - Parameters:
  ///   - name: The name; nil to derive it from the file's.
  ///   - isReadOnly: Whether to open it read-only, even if ``options`` do not.
  @discardableResult
  public func open(
    _ path: String,
    as name: String? = nil,
    isReadOnly: Bool = false
  ) throws(SessionError) -> [Diagnostic] {
    let isInMemory = path == OpenStore.memoryPath
    let shown = opening.withoutPassword(path)
    let automatic =
      isInMemory
      ? OpenStore.memoryName : DerivedName.name(forFile: String(shown.prefix { $0 != "?" }))
    let isNamed = name != nil
    let name =
      try name.map { name throws(SessionError) in try available(name) } ?? numbered(automatic)
    var opened =
      isInMemory ? memoryStore(name, session.settings) : try file(path, name, isReadOnly)
    if !isNamed, let place = opened.place {
      // An address need not name the database.
      let database = DerivedName.name(forFile: String(place.prefix { $0 != "@" }))
      opened = OpenStore(
        name: database == automatic ? name : numbered(database),
        path: opened.path,
        session: opened.session,
        file: opened.file
      )
    }
    handOver(to: opened.session)
    stores.append(opened)
    currentPlace = stores.count - 1
    let notes = (opened.file?.notes ?? []).map { Diagnostic(.warning, $0, at: nil) }
    return notes + opened.session.savedQueryWarnings
  }

  /// Replaces the initial store in memory with files; the first becomes the current store.
  /// Returns warnings.
  public func begin(
    with files: [(path: String, name: String?)]
  ) throws(SessionError) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    let empty = stores
    defer { currentPlace = 0 }
    do {
      // The initial store must not take a name.
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

  /// Makes open stores in memory read-only if files are opened read-only.
  public func protectMemory() {
    guard options.isReadOnly else { return }
    let open = stores
    wrapStores { ReadOnlyStore($0) }
    stores = zip(open, stores).map { $0.path == nil ? $1 : $0 }
  }

  /// Replaces each open store with what `wrap` returns for it, such as a store that hides
  /// attributes.
  public func wrapStores(_ wrap: (any Store) -> any Store) {
    stores = stores.map { open in
      let session = session(on: wrap(open.session.store), open.session.settings)
      session.author = open.session.author
      return OpenStore(name: open.name, path: open.path, session: session, file: open.file)
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
    let shown = opening.withoutPassword(path)
    if let open = stores.first(where: { $0.path.map { FileIdentity.isOne($0, shown) } ?? false }) {
      throw SessionError(
        "\(shown.debugDescription) is already open as `\(open.name)`",
        help: "`use \(quotedIfNeeded(open.name))` switches to it"
      )
    }
    var options = options
    options.isReadOnly = options.isReadOnly || isReadOnly
    do {
      let file = try openedFile(path, options)
      let session = session(on: file.store, session.settings)
      return OpenStore(name: name, path: shown, session: session, file: file)
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// The file at `path`; a missing or empty one is created by the first write.
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
    session.openStores = self
    session.willBecomeIrrevocable = willBecomeIrrevocable
    return session
  }

  /// Throws if `name` is invalid or taken.
  public func checkAvailable(_ name: String) throws(SessionError) { _ = try available(name) }

  /// The name, if it is valid and not taken.
  private func available(_ name: String) throws(SessionError) -> String {
    guard name == DerivedName.name(forFile: name) else {
      throw SessionError(
        "`\(name)` cannot be the name of a store",
        help: "use letters, digits and `_`, such as `\(DerivedName.name(forFile: name))`"
      )
    }
    guard place(of: name) == nil else {
      throw SessionError(
        "there is already a store named `\(name)`",
        help:
          "`.open file as \(numbered(name))` gives it another name; `.stores` lists the open stores"
      )
    }
    return name
  }

  /// The name, with a number if it is taken.
  package func numbered(_ name: String) -> String {
    var number = 1
    var candidate = name
    while place(of: candidate) != nil {
      number += 1
      candidate = name + String(number)
    }
    return candidate
  }

  /// Closes a store without pending changes. If it is the current store, switches to the previous
  /// or next one.
  public func close(_ name: String) throws(SessionError) {
    guard let place = place(of: name) else { throw SessionError(unknown: name, among: stores) }
    let closed = stores[place]
    guard !closed.session.hasPendingChanges else {
      throw SessionError(
        "`\(closed.name)` has unsaved changes",
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

  /// Closes all stores; none can be used any more.
  public func closeAll() {
    for store in stores { store.session.store.close() }
  }

  /// Sets how long to wait for locked files, in seconds, for open stores and later ones.
  public func setBusyTimeout(_ seconds: Double) {
    options.busyTimeout = seconds
    for store in stores { store.file?.setBusyTimeout(seconds) }
  }

  /// Runs `body` without waiting for locked files, so that the prompt never blocks.
  public func withoutWaiting<Result>(_ body: () -> Result) -> Result {
    for store in stores { store.file?.setBusyTimeout(0) }
    defer { for store in stores { store.file?.setBusyTimeout(options.busyTimeout) } }
    return body()
  }
}

extension SessionError {
  /// An error without a source position.
  fileprivate init(_ message: String, help: String) {
    self = .failed([Diagnostic(.error, message, at: nil, help: [help])])
  }

  /// The error for an unknown store name.
  fileprivate init(unknown name: String, among stores: [OpenStore]) {
    self.init("there is no store named `\(name)`", help: StoreNames.help(name, stores))
  }
}
