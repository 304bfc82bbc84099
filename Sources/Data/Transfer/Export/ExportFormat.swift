import Diagnostics
import Files
import Formats
import Model
import Rendering
import Session
import Storage
import Syntax

/// A format for exported results.
struct ExportFormat: Sendable {
  /// The name after `as`.
  let name: String
  /// The file extensions.
  let endings: [String]
  /// Writes a result.
  let write: @Sendable (any ResultRows, RenderingContext, CancellationFlag, ByteSink) throws -> Void

  /// All formats, in display order.
  static let all: [ExportFormat] =
    FileFormat.writers.map { writer in
      ExportFormat(
        name: writer.format.rawValue,
        endings: writer.format.endings.sorted()
      ) { rows, _, cancellation, sink in
        try writer.write(rows, cancellation: cancellation, to: sink)
      }
    } + textOutputModes.filter { !$0.fileEndings.isEmpty }.map(rendered)

  private static func rendered(_ mode: any ResultRenderer) -> ExportFormat {
    ExportFormat(name: mode.name, endings: mode.fileEndings) { rows, context, flag, sink in
      var context = context
      context.cancellation = flag
      try mode.render(rows, in: context) { bytes in
        try flag.check()
        try sink(bytes)
      }
    }
  }

  /// The format named in a statement, or that of the file extension.
  static func named(by statement: ExportStatement) throws -> ExportFormat {
    if let name = statement.format {
      if let format = all.first(where: { $0.name == name.text.lowercased() }) { return format }
      throw unknown(name, among: all.map(\.name))
    }
    let ending = statement.path.text.split(separator: "/").last?.split(separator: ".").dropFirst()
      .last?.lowercased()
    if let ending, let format = all.first(where: { $0.endings.contains(ending) }) { return format }
    if let error = FileFormat.refusal(of: statement.path.text, at: statement.path.span) {
      throw DiagnosticList([error])
    }
    throw DiagnosticList([
      Diagnostic(
        "unknown file type",
        at: statement.path.span,
        help: [
          "name the format, as in `as csv`; formats: "
            + all.map { "`\($0.name)`" }.joined(separator: " ")
        ]
      )
    ])
  }

  /// An error for an unknown format.
  static func unknown(_ name: NameSyntax, among names: [String]) -> DiagnosticList {
    let help =
      didYouMean(nearestNames(to: name.text, in: names))
      ?? "formats: " + names.map { "`\($0)`" }.joined(separator: " ")
    return DiagnosticList([
      Diagnostic("there is no format `\(name.text)`", at: name.span, help: [help])
        .with(unknown: .word)
    ])
  }
}

extension RenderingContext {
  /// The settings for a result that is written to a file.
  static func file(_ settings: SessionSettings) -> RenderingContext {
    var context = RenderingContext(timeZone: settings.timeZone)
    context.nullText = ""
    return context
  }
}
