import Foundation

/// A program that speaks enough of the server's protocol to accept or refuse a connection: it asks
/// for a password, or reports an old version.
public final class ScriptedServer {
  /// What it does with each connection.
  public enum Answer: Sendable {
    case asksForPassword
    case reports(version: String)
  }

  /// The folder of its socket, as `host` in addresses.
  public let folder: String
  private let socket: Int32

  /// Starts to listen in a separate folder; nil if that fails.
  public init?(_ answer: Answer) {
    folder = "/tmp/martlet-pq-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    #if canImport(Glibc)
      socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("\(folder)/.s.PGSQL.5432".utf8)
    guard mkdir(folder, 0o700) == 0, socket >= 0 else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(socket, 5) == 0 else { return nil }
    let listener = socket
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { return }
        Self.serve(client, answer)
        close(client)
      }
    }
  }

  deinit {
    close(socket)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func serve(_ client: Int32, _ answer: Answer) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard read(client, &buffer, buffer.count) > 0 else { return }
    var bytes: [UInt8] = []
    switch answer {
    case .asksForPassword: bytes = message("R", [0, 0, 0, 3])
    case .reports(let version):
      bytes = message("R", [0, 0, 0, 0])
      bytes += message("S", Array("server_version".utf8) + [0] + Array(version.utf8) + [0])
      bytes += message("S", Array("client_encoding".utf8) + [0] + Array("UTF8".utf8) + [0])
      bytes += message("Z", Array("I".utf8))
    }
    _ = write(client, bytes, bytes.count)
    // Until the client has read it.
    _ = read(client, &buffer, buffer.count)
  }

  /// A message with its kind and length.
  private static func message(_ kind: Character, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count + 4)
    return [kind.asciiValue ?? 0] + withUnsafeBytes(of: size.bigEndian, Array.init) + content
  }
}
