import Diagnostics
import Model
import Syntax

/// Finds a name among others: exactly first, else by a single match without case.
enum NameLookup {
  case found(String)
  case ambiguous([String])
  case missing(nearest: [String])

  init(_ name: NameSyntax, in names: [String]) {
    if names.contains(where: { Value.string($0) == .string(name.text) }) {
      self = .found(name.text)
      return
    }
    let folded = name.text.lowercased()
    let matches = names.filter { $0.lowercased() == folded }
    switch matches.count {
    case 0: self = .missing(nearest: nearestNames(to: name.text, in: names))
    case 1: self = .found(matches[0])
    default: self = .ambiguous(matches)
    }
  }
}

extension NameLookup {
  /// Finds a member of `entity` that can be written.
  init(_ name: NameSyntax, of entity: Entity) {
    let exact = entity.property(name.text)
    if let exact, !exact.isAnonymous, Value.string(exact.name) == .string(name.text) {
      self = .found(exact.name)
    } else {
      self.init(name, in: entity.visibleNames)
    }
  }
}

extension Findings {
  /// The member of `entity` that `name` stands for; reports it if it is none that can be written.
  func property(_ name: NameSyntax, of entity: Entity) -> Property? {
    self.name(name, of: entity) {
      NameError.unknownProperty(name, entity: entity.name, nearest: $0)
    }
    .flatMap(entity.property)
  }

  /// The name of the member of `entity` that `name` stands for; reports it as ``name(_:among:missing:)`` does.
  func name(
    _ name: NameSyntax,
    of entity: Entity,
    missing: (_ nearest: [String]) -> any BindingError
  ) -> String? {
    self.name(name, NameLookup(name, of: entity), missing)
  }

  /// The one of `names` that `name` stands for; reports it if it could be several, or what `missing`
  /// makes of the nearest names if it is none.
  func name(
    _ name: NameSyntax,
    among names: [String],
    missing: (_ nearest: [String]) -> any BindingError
  ) -> String? {
    self.name(name, NameLookup(name, in: names), missing)
  }

  private func name(
    _ name: NameSyntax,
    _ lookup: NameLookup,
    _ missing: (_ nearest: [String]) -> any BindingError
  ) -> String? {
    switch lookup {
    case .found(let found): return found
    case .ambiguous(let candidates): report(NameError.ambiguous(name, candidates: candidates))
    case .missing(let nearest): report(missing(nearest))
    }
    return nil
  }

  /// Reports names that repeat; true if none does.
  @discardableResult
  func areDifferent(_ names: [NameSyntax]) -> Bool {
    var first: [String: SourceSpan] = [:]
    var areDifferent = true
    for name in names {
      if let span = first[name.text] {
        report(NameError.repeated(name, first: span))
        areDifferent = false
      } else {
        first[name.text] = name.span
      }
    }
    return areDifferent
  }
}
