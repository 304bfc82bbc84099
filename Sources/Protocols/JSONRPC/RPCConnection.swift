import Dispatch
public import Platform
import Synchronization

/// A connection to a peer that sends requests on a descriptor, usually standard input.
///
/// A thread reads messages, so that a request can be cancelled while it runs. All requests are
/// answered one after another by the thread that calls ``run(_:)``.
public final class RPCConnection: Sendable {
  private struct Batch: Sendable {
    let messages: [RPCMessage]
    /// Whether the answers are an array.
    let isArray: Bool

    init(messages: [RPCMessage], isArray: Bool) {
      (self.messages, self.isArray) = (messages, isArray)
    }

    init(failure: RPCError) {
      self.init(messages: [.invalid(failure, id: .null)], isArray: false)
    }
  }

  private struct State {
    var batches: [Batch] = []
    var isAtEnd = false
    /// The request that is being answered.
    var running: JSON?
    /// Requests that were cancelled before they began.
    var cancelled: Set<JSON> = []
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  private let output: FileDescriptor
  private let framing: MessageFraming
  private let interrupt: @Sendable () -> Void

  /// Starts reading messages.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of a message in bytes.
  ///   - isEnding: Whether the connection ends, although more messages may come.
  ///   - interrupt: Stops the request that is being answered; called by another thread.
  public init(
    input: FileDescriptor = .standardInput,
    output: FileDescriptor = .standardOutput,
    framing: MessageFraming,
    limit: Int = 1 << 26,
    isEnding: @escaping @Sendable () -> Bool = { false },
    interrupt: @escaping @Sendable () -> Void
  ) {
    (self.output, self.framing, self.interrupt) = (output, framing, interrupt)
    let reader = DispatchQueue(label: "messages")
    reader.async { [self] in
      var messages = MessageReader(input, framing, limit: limit, isEnding: isEnding)
      while let item = messages.next() {
        take(item)
        if item == .unreadable { break }
      }
      state.withLock { $0.isAtEnd = true }
      arrivals.signal()
    }
  }

  /// Sends a notification.
  public func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Answers messages until the peer ends the connection.
  public func run(_ service: any RPCService) {
    while true {
      arrivals.wait()
      guard let batch = state.withLock({ $0.batches.isEmpty ? nil : $0.batches.removeFirst() })
      else { return }
      var answers: [JSON] = []
      for message in batch.messages {
        let (response, goesOn) = respond(to: message, service)
        if let response { answers.append(response) }
        guard goesOn else { return }
      }
      if !answers.isEmpty { send(batch.isArray ? .array(answers) : answers[0]) }
    }
  }

  // MARK: Reading

  private func take(_ item: MessageReader.Item) {
    let batch: Batch
    switch item {
    case .message(let bytes): batch = Self.batch(bytes)
    case .oversized: batch = .init(failure: .invalidRequest("the message is too large"))
    case .unreadable:
      batch = .init(failure: .parseError("a message begins with Content-Length and its length"))
    }
    for id in batch.messages.compactMap(\.cancelledID) { cancel(id) }
    state.withLock { $0.batches.append(batch) }
    arrivals.signal()
  }

  private static func batch(_ bytes: [UInt8]) -> Batch {
    do throws(JSONFault) {
      let json = try JSON(bytes)
      guard case .array(let elements) = json, !elements.isEmpty else {
        return Batch(messages: [RPCMessage(json)], isArray: false)
      }
      return Batch(messages: elements.map { RPCMessage($0) }, isArray: true)
    } catch {
      return Batch(failure: .parseError("\(error.reason) at byte \(error.offset)"))
    }
  }

  /// Cancels a request that is running or waits.
  private func cancel(_ id: JSON) {
    let isRunning = state.withLock { state in
      if state.running != id { state.cancelled.insert(id) }
      return state.running == id
    }
    if isRunning { interruptUntilEnd(of: id) }
  }

  /// Interrupts a request until it ends. Each of its statements resets the flag at its start.
  private func interruptUntilEnd(of id: JSON) {
    DispatchQueue.global().async { [self] in
      while state.withLock({ $0.running == id }) {
        interrupt()
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
      }
    }
  }

  // MARK: Answering

  /// The answer, if there is one, and whether the connection goes on.
  private func respond(
    to message: RPCMessage,
    _ service: any RPCService
  ) -> (JSON?, goesOn: Bool) {
    switch message {
    case .response: return (nil, true)
    case .invalid(let error, let id): return (Self.response(id, ["error": error.json]), true)
    case .notification(let method, let parameters):
      if let id = message.cancelledID {
        // The request has been answered, or was never sent.
        _ = state.withLock { $0.cancelled.remove(id) }
        return (nil, true)
      }
      return (nil, service.receive(method, parameters, on: self))
    case .request(let id, let method, let parameters):
      let isCancelled = state.withLock { state in
        state.running = id
        return state.cancelled.remove(id) != nil
      }
      defer { state.withLock { $0.running = nil } }
      do throws(RPCError) {
        if isCancelled { throw .cancelled }
        return (
          Self.response(id, ["result": try service.answer(method, parameters, on: self)]), true
        )
      } catch {
        return (Self.response(id, ["error": error.json]), true)
      }
    }
  }

  private static func response(_ id: JSON, _ outcome: [String: JSON]) -> JSON {
    JSON.object(outcome).with(["jsonrpc": "2.0", "id": id])
  }

  private func send(_ message: JSON) {
    let text = message.text
    let head = "Content-Length: \(text.utf8.count)\r\n\r\n"
    var whole = framing == .headers ? head + text : text + "\n"
    // The peer that does not read its answers ends the connection soon.
    whole.withUTF8 { try? output.writeAll(UnsafeRawBufferPointer($0)) }
  }
}
