import Diagnostics
import Model
import Syntax

/// Checks models that inherit from others.
struct InheritanceCheck {
  /// The schema with all declarations.
  let schema: Schema
  let attribution: SourceAttribution

  func report(_ declarations: [ModelDeclaration]) {
    // Report the newest declaration, which is the last one.
    for declaration in declarations.reversed() {
      guard let parent = declaration.parent, let cycle = cycle(from: declaration.name.text)
      else { continue }
      attribution.to(declaration.name.text) {
        attribution.findings.report(DeclarationError.inheritanceCycle(parent, path: cycle))
      }
      return
    }
    for declaration in declarations where declaration.parent != nil {
      attribution.to(declaration.name.text) {
        reportInheritedNames(declaration)
        reportClash(declaration)
      }
    }
  }

  /// Only names in backticks can clash with stored names of submodel members.
  private func reportClash(_ declaration: ModelDeclaration) {
    let name = declaration.name.text
    let taken = Set(
      schema.kinds(of: schema.root(of: name)).filter { $0 != name }.flatMap { kind in
        schema.entity(kind)?.ownProperties.map { schema.storedName(of: $0.name, in: kind) } ?? []
      }
    )
    let own = schema.entity(name)?.ownProperties ?? []
    if let clash = own.map({ schema.storedName(of: $0.name, in: name) }).first(
      where: taken.contains
    ) {
      attribution.findings.report(DeclarationError.clashingNames(declaration.name, name: clash))
    }
  }

  private func reportInheritedNames(_ declaration: ModelDeclaration) {
    let name = declaration.name.text
    for member in declaration.members {
      guard let property = member.declaredName else { continue }
      let owners = schema.lineage(of: name).dropFirst()
      if let owner = owners.first(where: { declares(property.text, $0) }) {
        attribution.findings.report(DeclarationError.inheritedName(property, owner: owner))
      }
    }
  }

  private func declares(_ property: String, _ entity: String) -> Bool {
    schema.entity(entity)?.ownProperties.contains { $0.name == property } ?? false
  }

  /// The path from `entity` over its parents back to itself; nil if there is none.
  private func cycle(from entity: String) -> [String]? {
    var path = [entity]
    while let parent = schema.entity(path[path.count - 1])?.parent {
      path.append(parent)
      if parent == entity { return path }
      if path.dropLast().contains(parent) { return nil }
    }
    return nil
  }
}
