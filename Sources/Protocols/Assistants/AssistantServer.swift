import Foundation
public import JSONRPC
public import Session
import Syntax

/// A server of the Model Context Protocol, for assistants that query stores.
public final class AssistantServer: RPCService {
  /// The versions that begin with `initialize`, newest first.
  private static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The versions whose requests name them.
  private static let statelessVersions = ["2026-07-28"]
  private static let metaPrefix = "io.modelcontextprotocol/"

  private let tools: AssistantTools
  private let allowsChanges: Bool
  private let version: String
  private let log: RequestLog?

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - hidden: The attributes that the assistant must not see.
  ///   - version: The version of the program.
  public init(
    _ stores: OpenStores,
    hiding hidden: HiddenAttributes,
    allowsChanges: Bool,
    version: String,
    log: RequestLog? = nil
  ) {
    if !hidden.members.isEmpty {
      stores.wrapStores { HidingStore($0, hiding: hidden) }
      // The plan of a store names its indexes, and those name attributes.
      for store in stores.stores { store.session.settings.hidesStorePlans = true }
    }
    tools = AssistantTools(stores, allowsChanges: allowsChanges)
    (self.allowsChanges, self.version, self.log) = (allowsChanges, version, log)
  }

  /// Receives notifications. They need no action.
  public func receive(_ method: String, _ parameters: JSON, on connection: RPCConnection) -> Bool {
    log?.add(method, parameters)
    return true
  }

  /// Answers a request.
  public func answer(
    _ method: String,
    _ parameters: JSON,
    on connection: RPCConnection
  ) throws(RPCError) -> JSON {
    let start = ContinuousClock.now
    do throws(RPCError) {
      let isStateless = try self.isStateless(parameters)
      let result = try result(method, parameters, isStateless)
      log?.add(method, parameters, result, start.duration(to: .now))
      return isStateless ? complete(result) : result
    } catch {
      log?.add(method, parameters, ["error": .string(error.message)], start.duration(to: .now))
      throw error
    }
  }

  private func result(
    _ method: String,
    _ parameters: JSON,
    _ isStateless: Bool
  ) throws(RPCError) -> JSON {
    switch method {
    case "initialize": return initialized(parameters)
    case "server/discover":
      return [
        "supportedVersions": .array(
          (Self.statelessVersions + Self.handshakeVersions).map { .string($0) }
        ),
        "capabilities": Self.capabilities, "instructions": .string(AssistantGuide.text),
        "cacheScope": "private", "ttlMs": 0,
      ]
    case "ping": return [:]
    case "tools/list":
      let offered = AssistantTool.allCases.filter { $0.isOffered(allowingChanges: allowsChanges) }
      let list: JSON = [
        "tools": .array(offered.map { $0.declaration(stores: tools.storeNames) })
      ]
      return isStateless ? list.with(["cacheScope": "private", "ttlMs": 0]) : list
    case "tools/call": return try called(parameters)
    default: throw .unknownMethod(method)
    }
  }

  private static let capabilities: JSON = ["tools": [:]]

  private var identity: JSON {
    ["name": "martlet", "title": "Martlet", "version": .string(version)]
  }

  private func initialized(_ parameters: JSON) -> JSON {
    let wanted = parameters["protocolVersion"].string ?? ""
    let version = Self.handshakeVersions.contains(wanted) ? wanted : Self.handshakeVersions[0]
    return [
      "protocolVersion": .string(version), "capabilities": Self.capabilities,
      "serverInfo": identity, "instructions": .string(AssistantGuide.text),
    ]
  }

  /// Whether a request names the version of the protocol itself. Throws for unknown versions.
  private func isStateless(_ parameters: JSON) throws(RPCError) -> Bool {
    let wanted = parameters["_meta"][Self.metaPrefix + "protocolVersion"]
    guard wanted != .null else { return false }
    guard let version = wanted.string else {
      throw .invalidParameters("the version of the protocol must be a string")
    }
    if Self.statelessVersions.contains(version) { return true }
    throw RPCError(
      -32022,
      "Unsupported protocol version",
      data: [
        "supported": .array(Self.statelessVersions.map { .string($0) }),
        "requested": .string(version),
      ]
    )
  }

  /// The result as versions without a handshake have it.
  private func complete(_ result: JSON) -> JSON {
    result.with(["resultType": "complete", "_meta": [Self.metaPrefix + "serverInfo": identity]])
  }

  private func called(_ parameters: JSON) throws(RPCError) -> JSON {
    let name = parameters["name"].string ?? ""
    guard let tool = AssistantTool(rawValue: name), tool.isOffered(allowingChanges: allowsChanges)
    else { throw .invalidParameters("there is no tool \(name.prefix(100).debugDescription)") }
    let given = parameters["arguments"]
    let arguments = given == .null ? [:] : given
    if let fault = tool.fault(in: arguments, stores: tools.storeNames) {
      return Self.content(.init(text: "error: \(fault)", isError: true))
    }
    return Self.content(tools.run(tool, arguments))
  }

  private static func content(_ answer: AssistantTools.Answer) -> JSON {
    [
      "content": [["type": "text", "text": .string(answer.limitedText)]],
      "isError": .bool(answer.isError),
    ]
  }
}

/// What an assistant must know about the language.
enum AssistantGuide {
  static let text = """
    Martlet queries stores of typed records. Call list_models first. The language is not SQL:

      fetch Budget where spent > limit select name, limit - spent as left sort left limit 10
      fetch Expense where budget.name == "Car" and date > today - 30 days
      fetch Budget where any(expenses where amount > 100)
      fetch Expense group by budget.name having count() > 3 select budget.name, sum(amount) as total sort total desc
      count User where city == "Oslo" and age >= 18
      = (count Budget where owner == nil) * 2

    Strings are in double quotes and compared with ==; ~ finds a part of a string, ~[c] ignores case. A missing value is
    nil. Relationships are followed with dots; there are no joins. Clauses: \(clauses).
    Changes are shown by preview first: insert Budget name: "Trip", limit: 900; update Budget where owner == nil set
    limit = limit + 10; delete Expense where amount == 0.
    """

  private static var clauses: String {
    LanguageTopic.all(of: .clause).map(\.name).joined(separator: ", ")
  }
}
