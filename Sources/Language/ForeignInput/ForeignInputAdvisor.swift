public import Binding
public import Diagnostics
public import Model
import Syntax

/// Recognizes SQL, Swift with SwiftData, NSPredicate and commands of other shells.
public struct ForeignInputAdvisor: InputAdvisor {
  /// Creates an advisor.
  public init() {}

  /// The answer to input that does not parse.
  public func answer(to source: SourceText, at span: SourceSpan, schema: Schema) -> InputAnswer? {
    ForeignInput(source: source, span: span, schema: schema).answer
  }

  /// The first line in another language after a complete statement.
  public func foreignLine(
    within span: SourceSpan,
    of source: SourceText,
    schema: Schema
  ) -> Int? {
    ForeignInput(source: source, span: span, schema: schema).followingLine
  }

  /// The finding with help that shows the equivalent.
  public func improved(_ finding: Diagnostic, in source: SourceText) -> Diagnostic {
    if case .keyword(_, let otherwise)? = finding.unknown, isForeignWord(otherwise, source) {
      return improved(otherwise, in: source)
    }
    guard let unknown = finding.unknown, let help = help(for: unknown, finding, source) else {
      return finding
    }
    return finding.with(help: [help])
  }

  /// The type with the name `name` in another language, or the likely one for a typo.
  public func type(meantBy name: String) -> String? { ForeignTypes.likelyType(for: name) }

  /// A better line of help; nil if there is none.
  private func help(
    for unknown: UnknownInput,
    _ finding: Diagnostic,
    _ source: SourceText
  ) -> String? {
    switch unknown {
    case .token(let place, let statement):
      guard let around = context(of: finding, from: statement, source) else { return nil }
      return Idiom.help(for: around) ?? ForeignForms.help(for: around, at: place)
        ?? (finding.help.isEmpty ? Idiom.help(for: around, of: Idiom.last) : nil)
    case .keyword(let statement, _):
      return context(of: finding, from: statement, source).flatMap { Idiom.help(for: $0) }
    case .word:
      return lineAround(finding, source).flatMap { Idiom.help(for: $0) }
    case .command(let name):
      return ForeignForms.help(for: name, in: .dotCommands)
    case .function(let name):
      return ForeignForms.advice(forFunction: name)
    case .member(let name, let path, let owner):
      if let path, let advice = ForeignMembers.advice(name, after: path, owner) { return advice }
      if finding.help.isEmpty, path == nil || owner != .records,
        let help = lineAround(finding, source).flatMap({ Idiom.help(for: $0, of: Idiom.members) })
      {
        return help
      }
      guard finding.help.isEmpty, [.text, .value, .values].contains(owner) else { return nil }
      return ForeignForms.advice(forFunction: name.lowercased() == "count" ? "len" : name)
    }
  }

  private func context(
    of finding: Diagnostic,
    from statement: Int,
    _ source: SourceText
  ) -> ErrorContext? {
    finding.primary.map {
      ErrorContext(finding.source ?? source, from: statement, around: $0.span.lowerBound)
    }
  }

  private func lineAround(_ finding: Diagnostic, _ source: SourceText) -> ErrorContext? {
    finding.primary.map {
      let text = finding.source ?? source
      let line = text.spanOfLine(text.lineIndex(of: $0.span.lowerBound))
      return ErrorContext(text, from: line.lowerBound, around: $0.span.lowerBound)
    }
  }

  /// Whether the finding is about a word of another language.
  private func isForeignWord(_ finding: Diagnostic, _ source: SourceText) -> Bool {
    guard case .token(let place, let statement)? = finding.unknown,
      let around = context(of: finding, from: statement, source)
    else { return false }
    return ForeignForms.help(for: around, at: place) != nil
  }
}
