public import Binding
public import Diagnostics
public import Model

/// Knows SQL, Swift with SwiftData, NSPredicate and the commands of other shells.
public struct ForeignInputAdvisor: InputAdvisor {
  /// Makes an advisor.
  public init() {}

  public func answer(to source: SourceText, at span: SourceSpan, schema: Schema) -> InputAnswer? {
    ForeignInput(source: source, span: span, schema: schema).answer
  }

  public func improved(_ finding: Diagnostic, in source: SourceText) -> Diagnostic {
    guard let unknown = finding.unknown, let help = help(for: unknown, finding, source) else {
      return finding
    }
    return finding.helping([help])
  }

  public func type(meantBy name: String) -> String? { ForeignTypes.meant(by: name) }

  /// The line that helps better than what the finding has; nil if there is none.
  private func help(
    for unknown: UnknownInput,
    _ finding: Diagnostic,
    _ source: SourceText
  ) -> String? {
    switch unknown {
    case .token(let place, let statement):
      let source = finding.source ?? source
      guard let span = finding.primary?.span else { return nil }
      let surroundings = Surroundings(source, from: statement, around: span.lowerBound)
      return Habit.help(for: surroundings) ?? ForeignWords.help(for: surroundings, at: place)
        ?? (finding.help.isEmpty ? Habit.help(for: surroundings, of: Habit.last) : nil)
    case .command(let name):
      return ForeignCommand.dotCommands[name]
    case .function(let name):
      return ForeignFunctions.advice(for: name)
    case .member(let name, let path, let owner):
      if let path, let advice = ForeignMembers.advice(name, behind: path, owner) { return advice }
      guard finding.help.isEmpty, [.text, .value, .values].contains(owner) else { return nil }
      return ForeignFunctions.advice(for: name.lowercased() == "count" ? "len" : name)
    }
  }
}
