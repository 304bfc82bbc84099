import Diagnostics
import JSONRPC
import Rendering
import Session
import Syntax

/// Formatting, folding, the outline, and `explain`.
extension EditorServer {
  func formatting(_ place: Place) throws(RPCError) -> JSON {
    let source = place.document.source
    guard let text = try? ScriptFormatter.text(of: source) else { return .null }
    if text == source.text { return [] }
    return [Self.edit(SourceSpan(0, source.bytes.count), text, place.positions)]
  }

  func foldingRanges(_ place: Place) throws(RPCError) -> JSON {
    let source = place.document.source
    var ranges: [JSON] = []
    func add(_ span: SourceSpan, _ kind: String) {
      let (first, last) = (
        source.lineIndex(of: span.lowerBound), source.lineIndex(of: span.upperBound)
      )
      guard last > first else { return }
      ranges.append(["startLine": .int(first), "endLine": .int(last), "kind": .string(kind)])
    }
    for statement in place.document.statements { add(statement.span, "region") }
    for comments in Self.comments(source) { add(comments, "comment") }
    return .array(ranges)
  }

  /// The runs of comments without blank lines between them.
  private static func comments(_ source: SourceText) -> [SourceSpan] {
    var lexer = Lexer(source, keepsComments: true)
    var runs: [SourceSpan] = []
    var isRun = false
    while true {
      let token = lexer.next()
      if token.kind == .end { return runs }
      if token.kind == .comment, isRun, token.lineBreak != .blankLine, let last = runs.last {
        runs[runs.count - 1] = last.joined(with: token.span)
      } else if token.kind == .comment {
        runs.append(token.span)
      }
      isRun = token.kind == .comment
    }
  }

  func symbols(_ place: Place) throws(RPCError) -> JSON {
    let (model, function) = (5, 12)
    return .array(
      place.document.declared.map { declared in
        [
          "name": .string(declared.fullName),
          "kind": .int(declared.fullName.first?.isUppercase == true ? model : function),
          "range": place.positions.range(declared.span),
          "selectionRange": place.positions.range(declared.name.span),
        ]
      }
    )
  }

  // MARK: Explanations

  static let explainCommand = "martlet.explain"

  func codeLenses(_ place: Place) throws(RPCError) -> JSON {
    .array(
      place.document.statements.filter(\.kind.isExplained).map { statement in
        [
          "range": place.positions.range(SourceSpan(at: statement.span.lowerBound)),
          "command": [
            "title": "explain", "command": .string(Self.explainCommand),
            "arguments": [
              .string(place.address), place.positions.position(statement.span.lowerBound),
            ],
          ],
        ]
      }
    )
  }

  /// Explains a statement: the text is the result, and is shown by editors that ignore it.
  func run(_ parameters: JSON, on connection: RPCConnection) throws(RPCError) -> JSON {
    guard parameters["command"].string == Self.explainCommand else {
      throw .invalidParameters("the command is \(Self.explainCommand)")
    }
    let arguments = parameters["arguments"].array ?? []
    guard arguments.count == 2, let address = arguments[0].string,
      let document = documents[address]
    else { throw .invalidParameters("the arguments are an open document and a position") }
    let offset = TextPositions(document.source).offset(arguments[1])
    guard
      let statement = document.statements.first(where: {
        $0.span.lowerBound <= offset && offset <= $0.span.upperBound
      })
    else { throw .invalidParameters("there is no statement at the position") }
    let text = explanation(of: statement, document)
    connection.notify("window/showMessage", ["type": 3, "message": .string(text)])
    return .string(text)
  }

  private func explanation(of statement: Statement, _ document: DocumentAnalysis) -> String {
    let explain = Statement(.explain(statement, run: nil), span: statement.span)
    do throws(SessionError) {
      let outcome = try document.session.run(explain, in: document.source)
      guard case .report(let report) = outcome.answer else { return "" }
      return report.rendered(in: RenderingContext(timeZone: document.session.settings.timeZone))
    } catch {
      guard case .failed(let findings) = error else { return error.description }
      return DiagnosticRenderer().render(findings, in: document.source)
    }
  }
}
