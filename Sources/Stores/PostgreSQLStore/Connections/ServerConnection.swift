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
  private let cancellation: CancellationFlag?
  /// How long the server waits for locked rows, in seconds.
  private let lockTimeout = Mutex<Double?>(nil)

  /// libpq's connection, used only within the lock.
  struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  /// The oldest version that has the catalogue's columns, as libpq numbers them.
  private static let oldestVersion: Int32 = 120_000

  /// Connects. Throws ``Storage/StoreFileError``.
  ///
  /// - Parameter askPassword: Asks the user for a missing password; nil if there is nobody to ask.
  init(
    _ address: ServerAddress,
    cancellation: CancellationFlag?,
    askPassword: (() -> String?)? = nil
  ) throws {
    func failure(_ fault: ServerFault) -> StoreFileError {
      fault.error(address.shown, "open")
    }
    guard let library = LibPQ.shared else {
      throw failure(.missingLibrary(name: "libpq", package: "libpq5"))
    }
    (self.address, self.library, self.cancellation) = (address, library, cancellation)
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

  /// Runs statements without parameters in one round trip; returns the result of each, as text.
  @discardableResult
  func run(script: String) throws(ServerFailure) -> [ServerResult] {
    try perform { pointer in library.send(pointer, script) }
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
    _ send: (OpaquePointer?) -> Int32
  ) throws(ServerFailure) -> [ServerResult] {
    let outcome = handle.withLock { handle -> Result<[ServerResult], ServerFailure> in
      let pointer = handle.pointer
      guard send(pointer) == 1 else { return .failure(lost(pointer)) }
      do throws(ServerFailure) {
        return .success(try results(pointer))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private func lost(_ pointer: OpaquePointer?) -> ServerFailure {
    ServerFailure(code: "", message: Self.message(library.errorMessage(pointer)))
  }

  /// The server does not even answer to a request to stop.
  private var unanswered: ServerFailure {
    let isCancelled = cancellation?.isCancelled ?? false
    return ServerFailure(
      code: isCancelled ? "57014" : "",
      message: "the server does not answer",
      isCancelled: isCancelled
    )
  }

  /// All results of what was sent. A failure is thrown after the last one, so that the connection
  /// can be used again.
  private func results(_ pointer: OpaquePointer?) throws(ServerFailure) -> [ServerResult] {
    var results: [ServerResult] = []
    var failure: ServerFailure?
    while true {
      wait(pointer)
      guard let result = library.nextResult(pointer) else { break }
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
    if let failure { throw failure }
    return results
  }

  /// Waits for the next result. If the statement is cancelled, so is the server's work.
  private func wait(_ pointer: OpaquePointer?) {
    let socket = FileDescriptor(rawValue: library.socket(pointer))
    while library.isBusy(pointer) != 0 {
      if !waits(for: socket) {
        cancel(pointer)
        while library.isBusy(pointer) != 0, library.consumeInput(pointer) != 0 {
          _ = try? socket.wait(for: .input, milliseconds: 50)
        }
        return
      }
      if library.consumeInput(pointer) == 0 { return }
    }
  }

  /// Waits for bytes; returns false if the statement is cancelled.
  private func waits(
    for socket: FileDescriptor,
    _ isStopped: () -> Bool = { false }
  ) -> Bool {
    while cancellation?.isCancelled != true, !isStopped() {
      do throws(Errno) {
        if try socket.wait(for: .input, milliseconds: 20) { return true }
      } catch {
        if error != .interrupted { return true }
      }
    }
    return false
  }

  /// Asks the server to stop the statement, on another connection.
  private func cancel(_ pointer: OpaquePointer?) {
    let cancel = library.makeCancel(pointer)
    var buffer = [CChar](repeating: 0, count: 256)
    _ = library.cancel(cancel, &buffer, Int32(buffer.count))
    library.freeCancel(cancel)
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

  /// Receives rows of a COPY to this client until there are `most`, or `bytes` bytes. Returns
  /// whether there are more.
  ///
  /// - Parameter isStopped: Whether nobody wants the rows any more. Asked while the server sends
  ///   nothing.
  func receive(
    _ rows: CopiedRows,
    most: Int,
    bytes: Int,
    isStopped: () -> Bool
  ) throws(ServerFailure) -> Bool {
    let outcome = handle.withLock { handle -> Result<Bool, ServerFailure> in
      do throws(ServerFailure) {
        return .success(try receive(rows, most, bytes, isStopped, handle.pointer))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private func receive(
    _ rows: CopiedRows,
    _ most: Int,
    _ bytes: Int,
    _ isStopped: () -> Bool,
    _ pointer: OpaquePointer?
  ) throws(ServerFailure) -> Bool {
    let socket = FileDescriptor(rawValue: library.socket(pointer))
    var stopped: ContinuousClock.Instant?
    while rows.rowCount < most, rows.byteCount < bytes {
      var message: UnsafeMutablePointer<CChar>?
      let length = library.getCopyData(pointer, &message, 1)
      switch length {
      case 1...:
        let isRow = rows.append(UnsafeRawBufferPointer(start: message, count: Int(length)))
        library.freeMemory(message)
        if !isRow { throw ServerFailure(code: "08P01", message: "a row of COPY is not valid") }
      case 0:
        if let stopped {
          // Without a network, the server never answers.
          if ContinuousClock.now - stopped > .seconds(2) { throw unanswered }
          _ = try? socket.wait(for: .input, milliseconds: 50)
        } else if !waits(for: socket, isStopped) {
          cancel(pointer)
          stopped = .now
        }
        if library.consumeInput(pointer) == 0 { throw lost(pointer) }
      case -1:
        _ = try results(pointer)
        return false
      default:
        throw lost(pointer)
      }
    }
    return true
  }

  /// Sends rows in the binary form of COPY. Returns how many were inserted.
  func copy(_ statement: String, _ data: Data) throws(ServerFailure) -> Int {
    let sent = handle.withLock { handle -> Result<Int, ServerFailure> in
      let pointer = handle.pointer
      do throws(ServerFailure) {
        guard library.send(pointer, statement) == 1 else { return .failure(lost(pointer)) }
        _ = try results(pointer)
        let isSent = data.withUnsafeBytes { bytes in
          stride(from: 0, to: bytes.count, by: 1 << 20).allSatisfy { start in
            let part = bytes[start..<min(start + 1 << 20, bytes.count)]
            return UnsafeRawBufferPointer(rebasing: part).withMemoryRebound(to: CChar.self) {
              library.putCopyData(pointer, $0.baseAddress, Int32($0.count)) == 1
            }
          }
        }
        guard isSent, library.putCopyEnd(pointer, nil) == 1 else { return .failure(lost(pointer)) }
        return .success(try results(pointer).last?.affectedRows ?? 0)
      } catch {
        return .failure(error)
      }
    }
    return try sent.get()
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
