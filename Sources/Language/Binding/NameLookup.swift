import Diagnostics
import Model
import Syntax

/// Finds a name: an exact match, else a single match ignoring case.
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
  /// Finds a member of `entity` by name, except anonymous inverses.
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
  /// The member with a name; reports an unknown one.
  func property(_ name: NameSyntax, of entity: Entity) -> Property? {
    self.name(name, of: entity) {
      NameError.unknownProperty(name, entity: entity.name, nearest: $0)
    }
    .flatMap(entity.property)
  }

  /// The name of the member that `name` refers to; reports it as ``name(_:among:missing:)`` does.
  func name(
    _ name: NameSyntax,
    of entity: Entity,
    missing: (_ nearest: [String]) -> any BindingError
  ) -> String? {
    self.name(name, NameLookup(name, of: entity), missing)
  }

  /// The one of `names` that `name` refers to; reports an ambiguous name, or the error that
  /// `missing` creates.
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

  /// Reports duplicate names; true if there are none.
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
