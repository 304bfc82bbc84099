import Binding
import ColumnImages
import Diagnostics
import Expressions
import Formats
import Model
import Session
import Syntax

/// The options of an import.
struct ImportOrder {
  /// The files; `-` is standard input.
  var paths: [String]
  var format: FileFormat?
  var options = ReadingOptions()
  /// The entity, existing or new; nil to name it after the file.
  var entity: String?
  var mappings: [MappingSyntax]?
  var keys: [KeyMatchSyntax] = []
  var updating: UpdatingSyntax?
  /// The images of columns that can be read in place of the file; nil for none.
  var images: ColumnImageCache?
  /// The text of all statements that will run, if these mostly read columns that they name. Other
  /// columns are then read when they are needed; nil to read all.
  var statements: String?
  var skipsBad: Bool { options.skipsBad }

  /// The default name for the records.
  var name: String {
    guard let first = paths.first, first != "-" else { return "stdin" }
    return DerivedName.name(forFile: first)
  }
}

extension ImportOrder {
  /// The order's `map`; nil without one.
  func mapping(in session: QuerySession, _ context: EvaluationContext) -> SourceMapping? {
    mappings.map {
      SourceMapping(
        mappings: $0,
        name: name,
        options: session.bindingOptions,
        context: context,
        cancellation: session.cancellation
      )
    }
  }

  /// The order of a statement; throws if it is invalid.
  init(_ statement: ImportStatement, _ binder: Binder) throws {
    paths = try Self.paths(statement.source)
    format = try statement.format.map(Self.format)
    if case .standardInput(let span) = statement.source, format == nil {
      throw DiagnosticList([
        Diagnostic(
          "standard input needs a format",
          at: span,
          help: ["as in `import stdin as jsonl into Event`"]
        )
      ])
    }
    if let place = statement.place {
      options.place = PlacePath.keys(place.text)
    }
    options.skipsBad = statement.skipping != nil
    entity = try statement.entity.map { try binder.existingEntity($0) ?? $0.text }
    (mappings, keys, updating) = (statement.mappings, statement.keys, statement.updating)
  }

  private static func paths(_ source: ImportStatement.Source) throws -> [String] {
    guard case .files(let files) = source else { return ["-"] }
    var seen: Set<String> = []
    return try files.flatMap { file in
      let found = FilePattern.files(file.text)
      if found.isEmpty {
        throw DiagnosticList([Diagnostic("no file matches this name", at: file.span)])
      }
      return found.filter { seen.insert($0).inserted }
    }
  }

  static func format(_ name: NameSyntax) throws -> FileFormat {
    if let format = FileFormat(rawValue: name.text.lowercased()) { return format }
    throw ExportFormat.unknown(name, among: FileFormat.allCases.map(\.rawValue))
  }
}
