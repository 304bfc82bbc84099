/// A message of a peer, as JSON-RPC 2.0 defines it.
enum RPCMessage: Sendable {
  case request(id: JSON, method: String, parameters: JSON)
  case notification(method: String, parameters: JSON)
  /// The answer to a request of this side.
  case response
  case invalid(RPCError, id: JSON)

  init(_ json: JSON) {
    guard case .object(let members) = json else {
      self = .invalid(.invalidRequest("a message is an object"), id: .null)
      return
    }
    let id = members["id"]
    let shownID = id.map { Self.isID($0) ? $0 : .null } ?? .null
    guard members["jsonrpc"] == "2.0" else {
      self = .invalid(.invalidRequest("`jsonrpc` must be \"2.0\""), id: shownID)
      return
    }
    guard let method = members["method"] else {
      let isAnswer = members["result"] != nil || members["error"] != nil
      self = isAnswer ? .response : .invalid(.invalidRequest("there is no `method`"), id: shownID)
      return
    }
    let parameters = members["params"] ?? .object([:])
    switch (method, parameters) {
    case (.string(let name), .object), (.string(let name), .array), (.string(let name), .null):
      guard let id else {
        self = .notification(method: name, parameters: parameters)
        return
      }
      self =
        Self.isID(id)
        ? .request(id: id, method: name, parameters: parameters)
        : .invalid(.invalidRequest("`id` must be a number or a string"), id: .null)
    case (.string, _):
      self = .invalid(.invalidParameters("`params` must be an object or an array"), id: shownID)
    default:
      self = .invalid(.invalidRequest("`method` must be a string"), id: shownID)
    }
  }

  private static func isID(_ json: JSON) -> Bool {
    switch json {
    case .int, .double, .string: true
    default: false
    }
  }

  /// The request that a notification cancels; nil for other messages.
  var cancelledID: JSON? {
    guard case .notification(let method, let parameters) = self else { return nil }
    switch method {
    case "$/cancelRequest": return parameters["id"]
    case "notifications/cancelled": return parameters["requestId"]
    default: return nil
    }
  }
}
