import Diagnostics
import Files
import Formats
import Model
import Rendering
import Session
import Storage
import Syntax

/// A form in which results are exported.
struct ExportFormat: Sendable {
  /// The name behind `as`.
  let name: String
  /// What the names of such files end with.
  let endings: [String]
  /// Writes a result, called `name`.
  let write:
    @Sendable (any ResultRows, _ name: String, RenderingContext, CancellationFlag, ByteSink) throws
      -> Void

  /// All formats, in the order in which they are listed.
  static let all: [ExportFormat] =
    FileFormat.writers.map { writer in
      ExportFormat(
        name: writer.format.rawValue,
        endings: writer.format.endings.sorted()
      ) { rows, _, _, cancellation, sink in
        try writer.write(rows, cancellation: cancellation, to: sink)
      }
    } + textOutputModes.filter { !$0.fileEndings.isEmpty }.map(rendered) + [
      ExportFormat(name: "sql", endings: ["sql"]) { rows, name, _, cancellation, sink in
        try ByteText.write("BEGIN;\n", to: sink)
        try SQLWriter(table: name, headers: rows.headers)
          .write(rows, cancellation: cancellation, to: sink)
        try ByteText.write("COMMIT;\n", to: sink)
      }
    ]

  private static func rendered(_ mode: any ResultRenderer) -> ExportFormat {
    ExportFormat(name: mode.name, endings: mode.fileEndings) { rows, _, context, flag, sink in
      try mode.render(rows, in: context) { text in
        try flag.check()
        try ByteText.write(text, to: sink)
      }
    }
  }

  /// The format that a statement names, or that the file's ending does.
  static func named(by statement: ExportStatement) throws -> ExportFormat {
    if let name = statement.format {
      if let format = all.first(where: { $0.name == name.text.lowercased() }) { return format }
      throw unknown(name, among: all.map(\.name))
    }
    let ending = statement.path.text.split(separator: "/").last?.split(separator: ".").dropFirst()
      .last?.lowercased()
    if let ending, let format = all.first(where: { $0.endings.contains(ending) }) { return format }
    if ending == "gz" {
      throw DiagnosticList([
        Diagnostic(
          "files are not packed when they are written",
          at: statement.path.span,
          help: ["write it without `.gz`; `gzip` packs it, and `import` reads it packed"]
        )
      ])
    }
    throw DiagnosticList([
      Diagnostic(
        "the file's ending names no format",
        at: statement.path.span,
        help: ["as in `as csv`; there are " + all.map { "`\($0.name)`" }.joined(separator: " ")]
      )
    ])
  }

  /// That no format of those that there are has a name.
  static func unknown(_ name: NameSyntax, among names: [String]) -> DiagnosticList {
    let help =
      didYouMean(nearestNames(to: name.text, in: names))
      ?? "there are " + names.map { "`\($0)`" }.joined(separator: " ")
    return DiagnosticList([
      Diagnostic("no format is called `\(name.text)`", at: name.span, help: [help])
        .asking(about: .word)
    ])
  }
}

extension RenderingContext {
  /// What is rendered whole, for a file.
  static func file(_ settings: SessionSettings) -> RenderingContext {
    var context = RenderingContext(timeZone: settings.timeZone)
    context.nullText = ""
    return context
  }
}
