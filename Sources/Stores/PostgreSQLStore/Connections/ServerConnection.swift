import Foundation
import Model
import Platform
import SQLGeneration
import Storage
import Synchronization

/// A connection to a server. It may be used from several threads, one statement at a time.
final class ServerConnection: Sendable {
  let address: ServerAddress
  let library: LibPQ
  let handle: Mutex<Handle>
  let cancellation: CancellationFlag?
  /// The threads that receive rows, or end what nobody waits for.
  let threads: ConnectionThreads
  /// Whether the transaction only reads: nobody needs to know how a cancelled statement ends.
  private let onlyReads = Atomic<Bool>(false)
  /// How long the server waits for locked rows, in seconds.
  private let lockTimeout = Mutex<Double?>(nil)

  /// libpq's connection, used only within the lock; nil after the connection was left.
  struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  /// How long a server may take to cancel a statement that only reads.
  private static let patience = Duration.milliseconds(40)

  /// The oldest version that has the catalogue's columns, as libpq numbers them.
  private static let oldestVersion: Int32 = 120_000

  /// Connects. Throws ``Storage/StoreFileError``.
  ///
  /// - Parameter askPassword: Asks the user for a missing password; nil if there is nobody to ask.
  init(
    _ address: ServerAddress,
    cancellation: CancellationFlag?,
    threads: ConnectionThreads = ConnectionThreads(),
    askPassword: (() -> String?)? = nil
  ) throws {
    func failure(_ fault: ServerFault) -> StoreFileError {
      fault.error(address.shown, "open")
    }
    guard let library = LibPQ.shared else {
      throw failure(.missingLibrary(name: "libpq", package: "libpq5"))
    }
    (self.address, self.library, self.cancellation) = (address, library, cancellation)
    self.threads = threads
    var pointer = Self.connect(library, address, nil)
    if library.status(pointer) != 0, library.needsPassword(pointer) != 0, let askPassword,
      let password = askPassword()
    {
      library.finish(pointer)
      pointer = Self.connect(library, address, password)
    }
    // libpq writes notices to standard error, with whatever bytes they have.
    _ = library.setNoticeProcessor(pointer, { _, _ in }, nil)
    handle = Mutex(Handle(pointer: pointer))
    guard library.status(pointer) == 0 else {
      throw failure(.refused(reason: Self.message(library.errorMessage(pointer))))
    }
    let version = library.serverVersion(pointer)
    guard version >= Self.oldestVersion else {
      throw failure(
        .tooOld(version: Self.text(ofVersion: version), oldest: "\(Self.oldestVersion / 10_000)")
      )
    }
  }

  deinit { handle.withLock { library.finish($0.pointer) } }

  private static func connect(
    _ library: LibPQ,
    _ address: ServerAddress,
    _ password: String?
  ) -> OpaquePointer? {
    // Later values replace earlier ones, so the address wins.
    var settings = [("fallback_application_name", "martlet"), ("client_encoding", "UTF8")]
    if Environment.value(of: "PGCONNECT_TIMEOUT") == nil {
      settings.append(("connect_timeout", "15"))
    }
    if let password { settings.append(("password", password)) }
    settings.append(("dbname", address.uri))
    let texts = (settings.map(\.0), settings.map(\.1))
    return withTexts(texts.0) { names in
      withTexts(texts.1) { values in library.connect(names, values, 1) }
    }
  }

  /// Passes texts as a C array that ends with nil.
  private static func withTexts<Result>(
    _ texts: [String?],
    _ body: (UnsafePointer<LibPQ.Text?>?) -> Result
  ) -> Result {
    let copies = texts.map { $0.map { strdup($0) } ?? nil }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
      body($0.baseAddress)
    }
  }

  private static func message(_ text: LibPQ.Text?) -> String {
    guard let text else { return "out of memory" }
    return String(cString: text).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
  }

  /// `shop@db.example.com`
  var place: String {
    handle.withLock { handle in
      func text(_ part: LibPQ.TextOf) -> String {
        part(handle.pointer).map { String(cString: $0) } ?? ""
      }
      let host = text(library.host)
      return "\(text(library.database))@\(host.hasPrefix("/") || host.isEmpty ? "local" : host)"
    }
  }

  /// The server's version: `15.6`.
  var serverVersion: String {
    Self.text(ofVersion: handle.withLock { library.serverVersion($0.pointer) })
  }

  /// Until 9.6, versions had three numbers.
  private static func text(ofVersion number: Int32) -> String {
    "\(number / 10_000)." + (number < 100_000 ? "\(number / 100 % 100)" : "\(number % 10_000)")
  }

  // MARK: - Statements

  /// Notes a setting that the server has.
  func note(lockTimeout seconds: Double) { lockTimeout.withLock { $0 = seconds } }

  /// Changes a setting if it differs; returns false if that fails, or the connection is lost.
  func sets(lockTimeout seconds: Double) -> Bool {
    if lockTimeout.withLock({ $0 }) == seconds { return true }
    guard (try? run(script: CatalogueQuery.lockTimeout(seconds))) != nil else { return false }
    note(lockTimeout: seconds)
    return true
  }

  /// Notes whether the transaction only reads. A cancelled statement of others is waited for.
  func note(onlyReads: Bool) { self.onlyReads.store(onlyReads, ordering: .relaxed) }

  /// Runs statements without parameters in one round trip; returns the result of each, as text.
  ///
  /// - Parameter isCancellable: Whether the statements end when the user cancels.
  @discardableResult
  func run(script: String, isCancellable: Bool = true) throws(ServerFailure) -> [ServerResult] {
    try perform(isCancellable: isCancellable) { pointer in library.send(pointer, script) }
  }

  /// Runs a statement; returns its rows in binary form.
  @discardableResult
  func run(_ sql: SQLFragment) throws(ServerFailure) -> ServerResult {
    let parameters = sql.bindings.map(Parameter.init)
    let text = sql.numberedText
    let results = try perform { pointer in
      Self.withTexts(parameters.map(\.text)) { values in
        library.sendWithParameters(
          pointer,
          text,
          Int32(parameters.count),
          parameters.map(\.type),
          values,
          nil,
          nil,
          1
        )
      }
    }
    guard let last = results.last else { throw ServerFailure(code: "", message: "no answer") }
    return last
  }

  private func perform(
    isCancellable: Bool = true,
    _ send: (OpaquePointer?) -> Int32
  ) throws(ServerFailure) -> [ServerResult] {
    let outcome = handle.withLock { handle -> Result<[ServerResult], ServerFailure> in
      if handle.pointer == nil { return .failure(.cancelled) }
      guard send(handle.pointer) == 1 else { return .failure(lost(handle.pointer)) }
      do throws(ServerFailure) {
        return .success(try results(&handle, isCancellable: isCancellable))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  func lost(_ pointer: OpaquePointer?) -> ServerFailure {
    ServerFailure(code: "", message: Self.message(library.errorMessage(pointer)))
  }

  /// All results of what was sent. A failure is thrown after the last one, so that the connection
  /// can be used again.
  func results(
    _ handle: inout Handle,
    isCancellable: Bool = true
  ) throws(ServerFailure) -> [ServerResult] {
    var results: [ServerResult] = []
    var failure: ServerFailure?
    var isStopped = false
    while true {
      if !waitForResult(handle.pointer, isCancellable: isCancellable && !isStopped) {
        if onlyReads.load(ordering: .relaxed) {
          guard stop(handle.pointer) else { throw leave(&handle) }
          isStopped = true
        } else {
          cancel(handle.pointer)
          _ = waitForResult(handle.pointer, isCancellable: false)
        }
      }
      guard let result = library.nextResult(handle.pointer) else { break }
      switch library.resultStatus(result) {
      case 1, 2: results.append(ServerResult(library, result))
      case 3, 4:
        library.clear(result)
        return results
      case 0: library.clear(result)
      default:
        failure = failure ?? self.failure(result)
        library.clear(result)
      }
    }
    // If the statement ended by itself, the request to cancel could hit the next one.
    if isStopped, failure?.code != "57014" { throw leave(&handle) }
    if let failure { throw failure }
    return results
  }

  /// Waits for the next result; returns false if the statement is cancelled.
  private func waitForResult(_ pointer: OpaquePointer?, isCancellable: Bool) -> Bool {
    let socket = FileDescriptor(rawValue: library.socket(pointer))
    while library.isBusy(pointer) != 0 {
      if isCancellable {
        if !waits(for: socket) { return false }
      } else {
        _ = try? socket.wait(for: .input, milliseconds: 50)
      }
      if library.consumeInput(pointer) == 0 { return true }
    }
    return true
  }

  /// Waits for bytes; returns false if the statement is cancelled.
  func waits(
    for socket: FileDescriptor,
    _ isStopped: () -> Bool = { false }
  ) -> Bool {
    repeat {
      do throws(Errno) {
        if try socket.wait(for: .input, milliseconds: 10) { return true }
      } catch {
        if error != .interrupted { return true }
      }
    } while cancellation?.isCancelled != true && !isStopped()
    return false
  }

  // MARK: - Cancellation

  /// Asks the server to stop the statement, on another connection.
  private func cancel(_ pointer: OpaquePointer?) {
    Self.send(Handle(pointer: library.makeCancel(pointer)), library)
  }

  private static func send(_ cancel: Handle, _ library: LibPQ) {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = library.cancel(cancel.pointer, &buffer, Int32(buffer.count))
    library.freeCancel(cancel.pointer)
  }

  /// Asks the server to stop a statement that only reads. Returns false if it does not do so soon,
  /// as while it deletes the files of a sort, or if it is far away.
  private func stop(_ pointer: OpaquePointer?) -> Bool {
    let cancel = Handle(pointer: library.makeCancel(pointer))
    let isSent = threads.startRequest(
      "martlet cancellation",
      request: { [library] in Self.send(cancel, library) }
    )
    guard isSent else {
      library.freeCancel(cancel.pointer)
      return false
    }
    let socket = FileDescriptor(rawValue: library.socket(pointer))
    let deadline = ContinuousClock.now + Self.patience
    while library.isBusy(pointer) != 0 {
      if ContinuousClock.now > deadline { return false }
      _ = try? socket.wait(for: .input, milliseconds: 5)
      if library.consumeInput(pointer) == 0 { return false }
    }
    return true
  }

  /// Leaves the connection to a thread that cancels the statement and closes it. Returns the
  /// failure of the statement.
  func leave(_ handle: inout Handle) -> ServerFailure {
    let left = handle
    handle = Handle(pointer: nil)
    let isSent = threads.startRequest(
      "martlet cancellation",
      request: { [library] in
        Self.send(Handle(pointer: library.makeCancel(left.pointer)), library)
      },
      then: { [library] in library.finish(left.pointer) }
    )
    if !isSent { library.finish(left.pointer) }
    return .cancelled
  }

  private func failure(_ result: OpaquePointer) -> ServerFailure {
    func field(_ code: UInt8) -> String? {
      library.resultField(result, Int32(code)).map { String(cString: $0) }
    }
    return ServerFailure(
      code: field(UInt8(ascii: "C")) ?? "",
      message: field(UInt8(ascii: "M")) ?? "the connection was lost",
      detail: field(UInt8(ascii: "D")),
      hint: field(UInt8(ascii: "H")),
      constraint: field(UInt8(ascii: "n")),
      table: field(UInt8(ascii: "t")),
      column: field(UInt8(ascii: "c")),
      isCancelled: cancellation?.isCancelled ?? false
    )
  }
}

/// A parameter in the server's text form.
private struct Parameter {
  let type: UInt32
  let text: String?

  init(_ value: SQLValue) {
    switch value {
    case .null: (type, text) = (0, nil)
    case .integer(let number): (type, text) = (20, "\(number)")
    case .real(let number): (type, text) = (701, "\(number)")
    case .text(let text): (type, self.text) = (25, text)
    case .blob(let data): (type, text) = (17, ServerType.bytes.text(of: .data(data)))
    case .typed(let text, _): (type, self.text) = (0, text)
    }
  }
}

extension SQLFragment {
  /// The SQL with `$1`, `$2` in place of question marks outside of names and literals.
  var numberedText: String {
    var result = ""
    var number = 0
    var quote: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "?" {
        number += 1
        result += "$\(number)"
        continue
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
