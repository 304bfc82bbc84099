import Diagnostics
public import JSONRPC
import Session
public import Shell
import Syntax

/// A server of the Language Server Protocol.
public final class EditorServer: RPCService {
  let console: Console
  /// The open scripts by their addresses.
  var documents: [String: DocumentAnalysis] = [:]
  /// The scripts of the folder that are not open.
  let folder = ScriptFolder()
  private var isInitialized = false
  /// Whether the editor has announced its end.
  public private(set) var isShutDown = false

  /// Creates a server that knows the open stores.
  public init(_ console: Console) {
    self.console = console
  }

  /// An assistant that knows the names of a script.
  func assistant(_ document: DocumentAnalysis) -> BlockAssistant {
    BlockAssistant(console: console, names: document.session)
  }

  /// Answers a request.
  public func answer(
    _ method: String,
    _ parameters: JSON,
    on connection: RPCConnection
  ) throws(RPCError) -> JSON {
    if isShutDown { throw RPCError(-32600, "the server is shut down") }
    if method == "initialize" { return initialize(parameters) }
    guard isInitialized else { throw RPCError(-32002, "the first request is initialize") }
    switch method {
    case "shutdown":
      isShutDown = true
      return .null
    case "workspace/executeCommand": return try run(parameters, on: connection)
    case "completionItem/resolve", "codeLens/resolve", "codeAction/resolve": return parameters
    default: break
    }
    guard let feature = Self.features[method] else { throw .unknownMethod(method) }
    guard let address = parameters["textDocument"]["uri"].string else {
      throw .invalidParameters("`textDocument.uri` must be a string")
    }
    guard let document = documents[address] else { return .null }
    return try feature(self)(Place(address, document, parameters))
  }

  /// A document, and the position in it if the request has one.
  struct Place {
    let address: String
    let document: DocumentAnalysis
    let parameters: JSON
    let positions: TextPositions
    let offset: Int

    init(_ address: String, _ document: DocumentAnalysis, _ parameters: JSON) {
      (self.address, self.document, self.parameters) = (address, document, parameters)
      positions = TextPositions(document.source)
      offset = positions.offset(parameters["position"])
    }
  }

  private typealias Feature = @Sendable (EditorServer) -> (Place) throws(RPCError) -> JSON

  private static let features: [String: Feature] = [
    "textDocument/completion": completions,
    "textDocument/hover": hover,
    "textDocument/definition": definition,
    "textDocument/prepareRename": prepareRename,
    "textDocument/rename": rename,
    "textDocument/formatting": formatting,
    "textDocument/foldingRange": foldingRanges,
    "textDocument/codeLens": codeLenses,
    "textDocument/codeAction": codeActions,
    "textDocument/documentSymbol": symbols,
  ]

  private func initialize(_ parameters: JSON) -> JSON {
    isInitialized = true
    let folders = parameters["workspaceFolders"].array?.compactMap { $0["uri"].string } ?? []
    folder.addresses = folders.isEmpty ? [parameters["rootUri"].string].compactMap { $0 } : folders
    return [
      "serverInfo": ["name": "martlet", "version": .string(ProgramVersion.number)],
      "capabilities": [
        "positionEncoding": "utf-16",
        "textDocumentSync": ["openClose": true, "change": 2],
        "completionProvider": ["triggerCharacters": [".", "\"", "$", "@", "#"]],
        "hoverProvider": true, "definitionProvider": true,
        "renameProvider": ["prepareProvider": true],
        "documentFormattingProvider": true, "foldingRangeProvider": true,
        "documentSymbolProvider": true,
        "codeLensProvider": ["resolveProvider": false],
        "codeActionProvider": ["codeActionKinds": ["quickfix"]],
        "executeCommandProvider": ["commands": [.string(Self.explainCommand)]],
      ],
    ]
  }

  // MARK: Documents

  /// Receives a notification.
  public func receive(_ method: String, _ parameters: JSON, on connection: RPCConnection) -> Bool {
    let document = parameters["textDocument"]
    let address = document["uri"].string ?? ""
    switch method {
    case "exit": return false
    case "textDocument/didOpen":
      update(address, document["text"].string ?? "", connection)
    case "textDocument/didChange":
      var source = documents[address]?.source ?? SourceText(name: address, text: "")
      for change in parameters["contentChanges"].array ?? [] {
        source = SourceText(name: address, text: Self.text(of: source, after: change))
      }
      update(address, source.text, connection)
    case "textDocument/didClose":
      documents[address] = nil
      publish([], address, connection)
    default: break
    }
    return true
  }

  private static func text(of source: SourceText, after change: JSON) -> String {
    let text = change["text"].string ?? ""
    guard change["range"] != .null else { return text }
    let span = TextPositions(source).span(change["range"])
    return source.text(in: SourceSpan(0, span.lowerBound)) + text
      + source.text(in: SourceSpan(span.upperBound, source.bytes.count))
  }

  /// Analyzes a script again, and publishes its errors.
  private func update(_ address: String, _ text: String, _ connection: RPCConnection) {
    let source = SourceText(name: address, text: text)
    let document = DocumentAnalysis(source, console.session)
    documents[address] = document
    publish(document.findings.map { diagnostic($0, address, source) }, address, connection)
  }

  private func publish(_ diagnostics: [JSON], _ address: String, _ connection: RPCConnection) {
    connection.notify(
      "textDocument/publishDiagnostics",
      ["uri": .string(address), "diagnostics": .array(diagnostics)]
    )
  }

  private func diagnostic(_ finding: Diagnostic, _ address: String, _ source: SourceText) -> JSON {
    let positions = TextPositions(source)
    let isHere = finding.source == nil
    let label = finding.primary.flatMap { isHere && !$0.message.isEmpty ? ": \($0.message)" : nil }
    let lines =
      [finding.message + (label ?? "")] + finding.further + finding.help.map { "help: \($0)" }
    let severity =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let related = (isHere ? finding.secondary : []).filter { !$0.message.isEmpty }.map {
      label -> JSON in
      [
        "message": .string(label.message),
        "location": ["uri": .string(address), "range": positions.range(label.span)],
      ]
    }
    let span = finding.primary.flatMap { isHere ? $0.span : nil } ?? SourceSpan(at: 0)
    return [
      "range": positions.range(span), "severity": .int(severity), "source": "martlet",
      "message": .string(lines.joined(separator: "\n")), "relatedInformation": .array(related),
    ]
  }
}
