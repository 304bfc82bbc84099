import Assistants
import Demo
import Editors
import Features
import Foundation
import MemoryStore
import Platform
import Session
import Shell
import Storage

@testable import JSONRPC

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? readMessages(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The servers, and a connection without messages.
private struct Servers: @unchecked Sendable {
  let console: Console
  let assistant: AssistantServer
  let connection: RPCConnection

  init() throws {
    let opening = StoreOpening(
      makeMemoryStore: { InMemoryStore() },
      openFile: { path, _ in throw CocoaError(.fileReadNoSuchFile) }
    )
    console = Console(stores: OpenStores(opening), settings: DisplaySettings())
    try console.session.loadDemo()
    assistant = AssistantServer(
      console.stores,
      hiding: try HiddenAttributes([], in: console.stores),
      allowsChanges: false,
      version: ""
    )
    connection = RPCConnection(
      input: try .open("/dev/null", .readOnly),
      output: try .open("/dev/null", .writeOnly),
      framing: .headers
    ) {}
  }
}

private let servers = { do { return try Servers() } catch { fatalError("\(error)") } }()

/// The first byte chooses the protocol.
private func readMessages(_ bytes: [UInt8]) throws {
  guard let first = bytes.first, bytes.count <= 1 << 15 else { return }
  let isEditor = first & 1 == 1
  let service: any RPCService = isEditor ? EditorServer(servers.console) : servers.assistant
  _ = try? service.answer("initialize", [:], on: servers.connection)
  let pipe = try FileDescriptor.pipe()
  defer { try? pipe.readEnd.close() }
  try bytes.dropFirst().withUnsafeBytes { try pipe.writeEnd.writeAll($0) }
  try pipe.writeEnd.close()
  var reader = MessageReader(pipe.readEnd, isEditor ? .headers : .lines, limit: 1 << 14) { false }
  while let item = reader.next(), item != .unreadable {
    guard case .message(let text) = item, let json = try? JSON(text) else { continue }
    precondition((try? JSON(Array(json.text.utf8))) != nil)
    for message in json.array ?? [json] {
      switch RPCMessage(message) {
      case .request(_, let method, let parameters):
        _ = try? service.answer(method, parameters, on: servers.connection)
      case .notification(let method, let parameters):
        if !service.receive(method, parameters, on: servers.connection) { return }
      case .response, .invalid: break
      }
    }
  }
}
