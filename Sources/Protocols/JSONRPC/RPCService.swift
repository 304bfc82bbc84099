/// Answers the messages of a peer.
public protocol RPCService: AnyObject {
  /// Answers a request.
  func answer(
    _ method: String,
    _ parameters: JSON,
    on connection: RPCConnection
  ) throws(RPCError) -> JSON

  /// Receives a notification. Returns false if it ends the connection.
  func receive(_ method: String, _ parameters: JSON, on connection: RPCConnection) -> Bool
}

/// An error as an answer to a request.
public struct RPCError: Error, Sendable, Hashable {
  /// The code.
  public let code: Int
  /// The message.
  public let message: String
  /// More about the error; null for nothing.
  public let data: JSON

  /// Creates an error.
  public init(_ code: Int, _ message: String, data: JSON = .null) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// There is no such method.
  public static func unknownMethod(_ name: String) -> RPCError {
    RPCError(-32601, "there is no method \(name.prefix(200).debugDescription)")
  }

  /// Wrong parameters.
  public static func invalidParameters(_ reason: String) -> RPCError { RPCError(-32602, reason) }

  static func invalidRequest(_ reason: String) -> RPCError { RPCError(-32600, reason) }

  static func parseError(_ reason: String) -> RPCError { RPCError(-32700, reason) }

  static let cancelled = RPCError(-32800, "the request was cancelled")

  var json: JSON {
    let error: JSON = ["code": .int(code), "message": .string(message)]
    return data == .null ? error : error.with(["data": data])
  }
}
